import { stat } from 'node:fs/promises';
import { readArguments, UsageError } from '../usage.ts';
import type { Command } from './command.ts';

export const MCP: Command = {
  help: `Usage: nearmiss mcp [FOLDER]

A server of the Model Context Protocol over stdin and stdout, for programs that generate geometry: the tools check,
collide, distance, penetration and clash over the files of FOLDER, by default the current one. Nothing outside of it is
opened, links included. Answers are short and structured, below 50 KB, with a picture where one is asked for. Needs the
package @modelcontextprotocol/sdk.

{"mcpServers":{"nearmiss":{"command":"npx","args":["nearmiss","mcp","parts"]}}}
`,
  async run(args) {
    const { positionals } = readArguments(args, {}, ['FOLDER'], 0);
    const [folder = '.'] = positionals;
    const facts = await stat(folder).catch(() => undefined);
    if (facts?.isDirectory() !== true) throw new UsageError(`"${folder}" is no folder.`);
    const { serveTools } = await loadServer();
    await serveTools(folder);
    return 0;
  },
};

/** The SDK is there for those who installed it. */
async function loadServer(): Promise<typeof import('../mcp/serve.ts')> {
  try {
    return await import('../mcp/serve.ts');
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND')) throw cause;
    throw new UsageError(
      'nearmiss mcp needs the package @modelcontextprotocol/sdk: npm install @modelcontextprotocol/sdk@1.32.2',
    );
  }
}
