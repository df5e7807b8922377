// A thread that answers queries. Inline meshes it builds itself.

import { answerLine } from './answer.ts';
import { serveLines } from './serve-lines.ts';

serveLines(answerLine);
