import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { App } from '../app.ts';
import { atEnd } from './cleanup.ts';

/** The client of the official SDK for the Model Context Protocol. */

export type Era = 'legacy' | { pin: '2026-07-28' };

export const aClient = (mode: Era = 'legacy') =>
  new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });

/** Address of the app on a free port. */
export async function listen(app: App): Promise<string> {
  return app.listen({ host: '127.0.0.1', port: 0 });
}

export async function connectTo(url: string, token: string, mode?: Era): Promise<Client> {
  const client = aClient(mode);
  const requestInit = { headers: { authorization: token } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  atEnd(() => client.close());
  return client;
}

/** The parsed result of a tool, or its error. */
// biome-ignore lint/suspicious/noExplicitAny: each tool has a result of its own.
export async function call(client: Client, name: string, input: object = {}): Promise<any> {
  const { content, isError } = await client.callTool({ name, arguments: { ...input } });
  const [first] = content as { type: string; text: string }[];
  return isError ? { error: first?.text } : JSON.parse(first?.text ?? '');
}
