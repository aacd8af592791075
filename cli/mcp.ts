import { asObject, codes, type Message, nameIn, versionKey } from '../server/mcp/messages.ts';
import type { Commands, Terminal, Values } from '../server/terminal.ts';
import { connectionOf } from './connection.ts';
import { Failure } from './failure.ts';
import type { Profile } from './profiles.ts';

export const mcpCommands: Commands = {
  mcp: {
    summary: 'Serve the Model Context Protocol on standard input and output, for coding agents',
    options: {
      profile: {
        type: 'string',
        help: 'Profile of pennon login (PENNON_URL and PENNON_TOKEN, or the last login)',
      },
    },
    examples: ['PENNON_URL=https://pennon.example.com PENNON_TOKEN=user:… pennon mcp'],
    notes: () => ['', 'Forwards every message to the server. docs/mcp.md describes the tools.'],
    run: forwardAll,
  },
};

/** Requests that wait for the server; more wait in the pipe. */
const concurrentMax = 16;
const lineMax = 1024 * 1024;

/** Ends with the input, after the last response. */
async function forwardAll(terminal: Terminal, { profile }: Values): Promise<number> {
  const connection = connectionOf(terminal.env, profile as string | undefined);
  const forward = createForwarder(connection);
  const running = new Set<Promise<void>>();
  for await (const line of linesOf(terminal)) {
    const done = forward(line).then((response) => {
      if (response !== undefined) terminal.stdout.write(`${response}\n`);
      running.delete(done);
    });
    running.add(done);
    if (running.size >= concurrentMax) await Promise.race(running);
  }
  await Promise.all(running);
  return 0;
}

async function* linesOf({ stdin }: Terminal): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stdin ?? []) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > lineMax) throw new Failure('A message is longer than 1 MB.');
    yield* lines.map((line) => line.trim()).filter((line) => line !== '');
  }
  if (rest.trim() !== '') yield rest.trim();
}

/** Returns the response to a line; undefined if there is none. */
function createForwarder(connection: Profile): (line: string) => Promise<string | undefined> {
  /** The revision that `initialize` has negotiated, which later requests repeat. */
  let negotiated: string | undefined;
  return async (line) => {
    const message = parse(line);
    if (message === undefined) return errorOf(null, codes.parseError, 'This is not JSON.');
    const id = (message.id ?? null) as Message['id'] | null;
    try {
      const response = await post(connection, line, headersOf(message, negotiated));
      const result = asObject(response?.result);
      if (message.method === 'initialize') negotiated = result?.protocolVersion as string;
      return response && JSON.stringify(response);
    } catch (error) {
      if (message.id === undefined) return undefined;
      return errorOf(id, codes.internalError, (error as Error).message);
    }
  };
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    return asObject(JSON.parse(line)) ?? {};
  } catch {
    return undefined;
  }
}

/** What the body contains, for servers and proxies that read only headers. */
function headersOf(message: Record<string, unknown>, negotiated: string | undefined) {
  const params = asObject(message.params) ?? {};
  const version = asObject(params._meta)?.[versionKey];
  if (typeof version !== 'string' || typeof message.method !== 'string') {
    return negotiated === undefined ? {} : { 'mcp-protocol-version': negotiated };
  }
  const name = nameIn(message.method, params);
  return {
    'mcp-protocol-version': headerText(version),
    'mcp-method': headerText(message.method),
    ...(name === undefined ? {} : { 'mcp-name': headerText(name) }),
  };
}

const headerText = (text: string) =>
  /^(?!=\?base64\?)[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;

/** Undefined if the response has no body, as to a notification. */
async function post(
  { url, token }: Profile,
  body: string,
  headers: Record<string, string>,
): Promise<Record<string, unknown> | undefined> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: token,
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body,
    // The token is for this address only.
    redirect: 'manual',
  }).catch(() => {
    throw new Failure(`${url} cannot be reached.`);
  });
  const text = await response.text();
  if (response.ok && text === '') return undefined;
  const content = parse(text);
  if (content?.jsonrpc === '2.0') return content;
  const reason = typeof content?.message === 'string' ? content.message : 'no Pennon is there';
  throw new Failure(`${url} responded with ${response.status}: ${reason}`);
}

const errorOf = (id: Message['id'] | null, code: number, message: string) =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
