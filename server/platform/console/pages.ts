import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleFiles } from './files.ts';

/** Scripts only from the console's own files; Mantine writes its variables into a style element. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

const absent =
  'The console is not built. Run `npm run build`. The API is described at docs/openapi.\n';

/** The single page of the console; its views are routed in the browser. */
export function sendPage(
  reply: FastifyReply,
  files: ConsoleFiles | undefined,
  { overTls }: { overTls: boolean },
) {
  const upgrade = overTls ? ['upgrade-insecure-requests'] : [];
  return reply
    .code(200)
    .header('content-security-policy', [...policy, ...upgrade].join(';'))
    .header('cache-control', 'no-cache')
    .type(files ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8')
    .send(files?.page ?? absent);
}

/** Whether a browser opened the URL, as opposed to an API call with a wrong path. */
export function wantsPage({ method, headers, url }: FastifyRequest, baseUriPath: string): boolean {
  const path = url.split('?', 1)[0] ?? '';
  return (
    (method === 'GET' || method === 'HEAD') &&
    path.startsWith(`${baseUriPath}/`) &&
    !others.test(path.slice(baseUriPath.length)) &&
    (headers.accept ?? '').includes('text/html')
  );
}

const others = /^\/(api|auth|assets|docs|health|ready|logout|scim|internal-backstage)(\/|$)/;
