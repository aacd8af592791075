import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A real SMTP server that writes each e-mail to a file, for tests in other processes. */
export async function startMailServer(folder: string) {
  let count = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      void buffer(stream).then(async (raw) => {
        const { subject, text } = await PostalMime.parse(raw);
        const to = session.envelope.rcptTo.map(({ address }) => address);
        await writeFile(join(folder, `${++count}.json`), JSON.stringify({ to, subject, text }));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    settings: { EMAIL_HOST: '127.0.0.1', EMAIL_PORT: String(port), EMAIL_TLS: 'none' },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
