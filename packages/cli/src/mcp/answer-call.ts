// A call of a tool as an answer of bounded size: structured data, the same as text, and a picture where one is asked for.

import { NearmissError } from 'nearmiss';
import { knownNames } from '../known-names.ts';
import { draw } from './draw.ts';
import { fitted, fittedText } from './fit-answer.ts';
import { pngOf } from './png.ts';
import { TOOL_LIST, type ToolName } from './tool-list.ts';
import type { Arguments, FolderTools, Found } from './tools.ts';

/** Bytes of a picture in base64. With its data, an answer is below 50 KB. */
const MOST_PICTURE = 24_000;
/** Sizes of pictures, the first that is small enough is taken. */
const SIZES = [
  [480, 360],
  [320, 240],
  [160, 120],
  [80, 60],
] as const;

export interface CallAnswer {
  /** As the protocol has it; more may be there. */
  [key: string]: unknown;
  content: ({ type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string })[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

export async function answerCall(tools: FolderTools, name: ToolName, given: Arguments): Promise<CallAnswer> {
  try {
    requireKeys(name, given);
    const found = await find(tools, name, given);
    const structuredContent = fitted(found.result);
    const content: CallAnswer['content'] = [{ type: 'text', text: JSON.stringify(structuredContent) }];
    if (given.picture === true) content.push({ type: 'image', data: await pictureOf(found), mimeType: 'image/png' });
    return { content, structuredContent };
  } catch (error) {
    return failure(error);
  }
}

/** An error as a tool reports it: the caller reads it and may try again. */
function failure(error: unknown): CallAnswer {
  const message = error instanceof Error ? error.message : String(error);
  const text = error instanceof NearmissError ? `${error.code}: ${message}` : message;
  return { content: [{ type: 'text', text: fittedText(text) }], isError: true };
}

function find(tools: FolderTools, name: ToolName, given: Arguments): Promise<Found> {
  switch (name) {
    case 'check':
      return tools.check(given);
    case 'clash':
      return tools.clash(given);
    default:
      return tools.query(name, given);
  }
}

function requireKeys(name: ToolName, given: Arguments): void {
  const known = Object.keys(TOOL_LIST[name].inputSchema.properties);
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue;
    throw new NearmissError('query/bad-form', `${name} has no "${key}"; it has ${knownNames(key, known)}`);
  }
}

async function pictureOf({ bodies, lines }: Found): Promise<string> {
  const drawn = (await bodies()).filter(({ mesh }) => mesh.triangleCount > 0);
  if (drawn.length === 0) throw new NearmissError('query/unsupported', 'Bodies without triangles cannot be drawn.');
  for (const [width, height] of SIZES) {
    const data = pngOf(draw(drawn, lines, width, height)).toString('base64');
    if (data.length <= MOST_PICTURE) return data;
  }
  throw new NearmissError('query/unsupported', 'The picture would be too large.');
}
