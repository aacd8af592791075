/** JSON-RPC messages of the Model Context Protocol, and which revision of it a message follows. */

export type Message = { id: string | number; method: string; params: Record<string, unknown> };

/** An error of the protocol; `status` is that of the HTTP response. */
export class ProtocolError extends Error {
  readonly code: number;
  readonly status: number;
  readonly data: object | undefined;

  constructor(code: number, message: string, more: { status?: number; data?: object } = {}) {
    super(message);
    this.code = code;
    this.status = more.status ?? 200;
    this.data = more.data;
  }
}

export const codes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
};

/** Revisions that begin with `initialize`, the newest first. */
export const sessionVersions = ['2025-11-25', '2025-06-18'] as const;
/** The revision in which every request names its version. */
export const statelessVersion = '2026-07-28';

export const versionKey = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Undefined for a notification or a response, which get no response. */
export function readMessage(body: unknown): Message | undefined {
  const message = asObject(body);
  if (message?.jsonrpc !== '2.0') {
    throw malformed(
      Array.isArray(body)
        ? 'Send one message per request: batches are not supported.'
        : 'This is not a JSON-RPC 2.0 message.',
    );
  }
  const { id, method } = message;
  if (id === undefined || method === undefined) return undefined;
  if (typeof method !== 'string') throw malformed('"method" must be a text.');
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) {
    throw malformed('"id" must be a text or an integer.');
  }
  const params = asObject(message.params ?? {});
  if (!params) throw malformed('"params" must be an object.');
  return { id: id as string | number, method, params };
}

/** Whether the message follows the stateless revision; throws if it follows none that is supported. */
export function isStateless({ method, params }: Message, headers: Headers): boolean {
  const header = headers['mcp-protocol-version'];
  const meta = asObject(params._meta) ?? {};
  const version = meta[versionKey];
  if (version === undefined) {
    if (header === statelessVersion)
      throw refused(codes.invalidParams, `_meta has no ${versionKey}.`);
    const known = header === undefined || sessionVersions.some((it) => it === header);
    if (!known && method !== 'initialize') throw unsupported(String(header));
    return false;
  }
  if (version !== statelessVersion) throw unsupported(String(version));
  if (!asObject(meta[capabilitiesKey])) {
    throw refused(codes.invalidParams, `_meta has no object ${capabilitiesKey}.`);
  }
  assertMirrored('mcp-protocol-version', header, version);
  assertMirrored('mcp-method', headers['mcp-method'], method);
  const name = nameIn(method, params);
  if (name !== undefined) assertMirrored('mcp-name', decoded(headers['mcp-name']), name);
  return true;
}

/** The parameter that the header `Mcp-Name` repeats. */
const named: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

export function nameIn(method: string, params: Message['params']): string | undefined {
  const key = Object.hasOwn(named, method) ? named[method] : undefined;
  const name = key === undefined ? undefined : params[key];
  return typeof name === 'string' ? name : undefined;
}

/** A name that a header cannot contain is sent as `=?base64?…?=`. */
function decoded(header: Headers[string]): Headers[string] {
  const [, encoded] = /^=\?base64\?([\w+/]*={0,2})\?=$/.exec(String(header)) ?? [];
  return encoded === undefined ? header : Buffer.from(encoded, 'base64').toString();
}

function assertMirrored(header: string, value: Headers[string], expected: string): void {
  if (value === expected) return;
  throw refused(codes.headerMismatch, `The header ${header} must repeat the value of the body.`);
}

export const asObject = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;

const refused = (code: number, message: string) =>
  new ProtocolError(code, message, { status: 400 });
const malformed = (message: string) => refused(codes.invalidRequest, message);

const unsupported = (requested: string) =>
  new ProtocolError(codes.unsupportedVersion, `Unsupported protocol version: ${requested}`, {
    status: 400,
    data: { supported: [statelessVersion, ...sessionVersions], requested },
  });
