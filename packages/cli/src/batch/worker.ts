// A thread that answers queries. It builds inline meshes itself; named models come prebuilt from the main thread.

import { answerLine } from './answer.ts';
import { serveLines } from './serve-lines.ts';

serveLines(answerLine);
