// The protocol: Model Context Protocol over stdin and stdout, by its official SDK.

import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { VERSION } from '../version.ts';
import { answerCall } from './answer-call.ts';
import { isToolName, TOOL_LIST } from './tool-list.ts';
import { FolderTools } from './tools.ts';

/** Letters of a name in an error: whatever a client sends, an answer is short. */
const LONGEST_NAME = 100;

/** Serves the tools until the client goes. */
export async function serveTools(folder: string): Promise<void> {
  const tools = new FolderTools(folder);
  const server = new Server({ name: 'nearmiss', version: VERSION }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: Object.entries(TOOL_LIST).map(([name, tool]) => ({ name, ...tool })),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const { name, arguments: given = {} } = params;
    if (!isToolName(name))
      throw new McpError(ErrorCode.InvalidParams, `There is no tool "${name.slice(0, LONGEST_NAME)}".`);
    return answerCall(tools, name, given);
  });
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
    // The client closes the pipe when it goes.
    process.stdin.once('end', resolve);
  });
  await server.connect(new StdioServerTransport());
  await closed;
  await server.close();
}
