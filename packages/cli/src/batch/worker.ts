// A thread that answers queries. It builds inline meshes itself; named models come prebuilt from the main thread.

import { use } from 'nearmiss';
import { simd } from 'nearmiss/simd';
import { answerLine } from './answer.ts';
import { serveLines } from './serve-lines.ts';

use(simd);
serveLines(answerLine);
