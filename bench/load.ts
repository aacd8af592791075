import { connect, type Socket } from 'node:net';
import type { Round } from './statistics.ts';

/**
 * A closed loop over plain sockets, because the client competes with the servers for the CPU: a small
 * response costs it 72 µs, and Node's HTTP client 171 µs (Neoverse-N1, Node 20).
 */

export type Load = {
  port: number;
  connections: number;
  /** No request starts later than this; pending ones are awaited. */
  seconds: number;
  /** The bytes of the next request. */
  next: () => Buffer;
  /** Any other status is an error, so that fast error responses do not count. */
  expect: number;
};

const requestTimeoutMs = 120_000;

export async function runRound(load: Load): Promise<Round> {
  const connections = await Promise.all(
    Array.from({ length: load.connections }, () => openConnection(load.port)),
  );
  try {
    const latenciesMs: number[] = [];
    const start = performance.now();
    const end = start + load.seconds * 1000;
    await Promise.all(
      connections.map((connection) => sendUntil(end, connection, load, latenciesMs)),
    );
    return { seconds: (performance.now() - start) / 1000, latenciesMs };
  } finally {
    for (const connection of connections) connection.close();
  }
}

async function sendUntil(end: number, connection: Connection, load: Load, latenciesMs: number[]) {
  let now = performance.now();
  do {
    const before = now;
    const status = await connection.send(load.next());
    now = performance.now();
    if (status !== load.expect) throw new Error(`status ${status}, expected ${load.expect}`);
    latenciesMs.push(now - before);
  } while (now < end);
}

export function requestBytes(request: {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: unknown;
}): Buffer {
  const body = request.body === undefined ? '' : JSON.stringify(request.body);
  const headers = {
    host: '127.0.0.1',
    // As most clients send.
    'accept-encoding': 'gzip',
    ...request.headers,
    ...(body === '' ? {} : { 'content-type': 'application/json' }),
    ...(request.method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${request.method} ${request.path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

type Connection = { send: (bytes: Buffer) => Promise<number>; close: () => void };

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject);
  });
  return { send: createSender(socket), close: () => socket.destroy() };
}

function createSender(socket: Socket): Connection['send'] {
  let settle: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined;
  let read = responseReader();
  const fail = (error: Error) => settle?.reject(error);
  socket.setTimeout(requestTimeoutMs, () => fail(new Error('no response within two minutes')));
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed the connection')));
  socket.on('data', (chunk) => {
    const status = read(chunk);
    if (status === undefined) return;
    read = responseReader();
    settle?.resolve(status);
  });
  return (bytes) =>
    new Promise((resolve, reject) => {
      settle = { resolve, reject };
      socket.write(bytes);
    });
}

/** Returns the status once the response is complete. */
export function responseReader(): (chunk: Buffer) => number | undefined {
  let head: Buffer = Buffer.alloc(0);
  let status: number | undefined;
  let missing = 0;
  let chunked = false;
  let tail = '';

  function readHead(chunk: Buffer): Buffer | undefined {
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end === -1) return undefined;
    const text = head.toString('latin1', 0, end).toLowerCase();
    status = Number(text.slice(9, 12));
    chunked = text.includes('\r\ntransfer-encoding: chunked');
    const bodiless = status === 204 || status === 304;
    missing = bodiless ? 0 : Number(/\r\ncontent-length: (\d+)/.exec(text)?.[1] ?? 0);
    if (bodiless) chunked = false;
    return head.subarray(end + 4);
  }

  return (chunk) => {
    const body = status === undefined ? readHead(chunk) : chunk;
    if (body === undefined) return undefined;
    if (!chunked) {
      missing -= body.length;
      return missing <= 0 ? status : undefined;
    }
    // JSON contains no bare line break, so only the last chunk ends like this.
    tail = (tail + body.toString('latin1', Math.max(0, body.length - 5))).slice(-5);
    return tail === '0\r\n\r\n' ? status : undefined;
  };
}
