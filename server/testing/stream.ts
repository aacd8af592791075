import { once } from 'node:events';
import http from 'node:http';

/** A received server-sent event. */
export type Received = { id: number; event: Record<string, unknown> };

export type Reader = {
  status: number;
  /** Events only, in order. */
  received: Received[];
  /** The complete text, with comments. */
  text: () => string;
  /** The id to reconnect with. */
  lastEventId: () => string;
  until: (enough: (reader: Reader) => boolean) => Promise<void>;
  ended: Promise<void>;
  /** Closes the connection abruptly. */
  kill: () => void;
};

/** Opens a stream over a real connection and parses it as a browser does. */
export async function readStream(
  url: string,
  headers: Record<string, string | undefined>,
): Promise<Reader> {
  const request = http.get(url, { headers, agent: false });
  request.on('error', () => {});
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  let text = '';
  let parsed = 0;
  let lastId = headers['last-event-id'] ?? '';
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    text += chunk;
    for (let end = text.indexOf('\n\n', parsed); end >= 0; end = text.indexOf('\n\n', parsed)) {
      const lines = text.slice(parsed, end).split('\n');
      parsed = end + 2;
      const id = lines.find((line) => line.startsWith('id: '))?.slice(4);
      const data = lines.find((line) => line.startsWith('data: '))?.slice(6);
      if (id !== undefined) lastId = id;
      if (data !== undefined) received.push({ id: Number(id), event: JSON.parse(data) });
    }
    for (const check of waiting) check();
  });
  const ended = new Promise<void>((resolve) => {
    response.on('error', () => {});
    response.on('close', resolve);
  });
  const reader: Reader = {
    status: response.statusCode ?? 0,
    received,
    text: () => text,
    lastEventId: () => lastId,
    until: (enough) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (!enough(reader)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        void ended.then(() => reject(new Error(`The stream ended: ${text.slice(-500)}`)));
        check();
      }),
    ended,
    kill: () => request.destroy(),
  };
  return reader;
}
