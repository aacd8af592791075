import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { extname, join, relative, sep } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const installed = fileURLToPath(
  new URL('../bench/peer/node_modules/unleash-server/frontend/build', import.meta.url),
);

const help = `Serves the web interface of the npm package unleash-server for a running Pennon.

node scripts/peer-interface.mjs [options]

  --pennon <url>        address of Pennon, with its BASE_URI_PATH  http://127.0.0.1:4242
  --port <number>       port of the interface                      4243
  --host <address>      address to listen on                       127.0.0.1
  --interface <folder>  folder with the built interface            that of bench/peer
  --help                this text

Install the package first: npm ci --prefix bench/peer --ignore-scripts
`;

/** Paths of the API; all others belong to the interface. */
const apiPath = /^\/(api|auth|edge|logout|invite|internal-backstage|health|ready|docs)(\/|$)/;

/** Headers of one connection, which a proxy must not forward. */
const connectionHeaders = ['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade'];

const contentTypes = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const options = readOptions();
if (options === undefined) process.stdout.write(help);
else serve(options);

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        pennon: { type: 'string', default: 'http://127.0.0.1:4242' },
        port: { type: 'string', default: '4243' },
        host: { type: 'string', default: '127.0.0.1' },
        interface: { type: 'string', default: installed },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return values.help ? undefined : checked(values);
  } catch (error) {
    return fail(error.message);
  }
}

function checked({ pennon, port, host, interface: folder }) {
  if (!/^https?:\/\//.test(pennon) || !URL.canParse(pennon)) {
    throw new Error(`--pennon must be an address such as http://127.0.0.1:4242, not "${pennon}".`);
  }
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new Error(`--port must be a number from 0 to 65535, not "${port}".`);
  }
  if (!existsSync(join(folder, 'index.html'))) {
    throw new Error(
      `There is no interface in ${folder}. Install the package unleash-server: ` +
        'npm ci --prefix bench/peer --ignore-scripts',
    );
  }
  return { pennon: new URL(pennon), port: Number(port), host, folder };
}

function serve({ pennon, port, host, folder }) {
  const base = pennon.pathname.replace(/\/+$/, '');
  const page = readPage(folder, base);
  const files = listFiles(folder);
  const server = http.createServer((request, response) => {
    const [full = ''] = request.url.split('?');
    const path = full.startsWith(`${base}/`) ? full.slice(base.length) : full;
    if (apiPath.test(path)) return forward(request, response, pennon);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return sendError(response, 405, 'MethodNotAllowedError', 'A page can only be read.');
    }
    const file = files.get(path.replaceAll('%20', ' '));
    if (file) return sendFile(request, response, file);
    if (path.startsWith('/static/')) {
      return sendError(response, 404, 'NotFoundError', 'There is no such file.');
    }
    return sendPage(request, response, page);
  });
  server.on('error', (error) =>
    fail(
      error.code === 'EADDRINUSE'
        ? `Port ${port} of ${host} is in use. Choose another one with --port.`
        : `The interface cannot listen on ${host}: ${error.message}`,
    ),
  );
  server.listen(port, host, () => {
    const { port: actual } = server.address();
    const shown = host.includes(':') ? `[${host}]` : host;
    console.log(`The interface for ${pennon.href} listens on http://${shown}:${actual}${base}/`);
  });
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
    });
  }
}

/** Fills in what the peer's own server would. */
function readPage(folder, base) {
  const values = { baseUriPath: base, uiFlags: '%7B%7D' };
  return readFileSync(join(folder, 'index.html'), 'utf8')
    .replaceAll(/::(\w+)::/g, (_, name) => values[name] ?? '')
    .replaceAll('"/static', `"${base}/static`);
}

/** Only listed files are served, so that no path can leave the folder. */
function listFiles(folder) {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'index.html')
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [`/${relative(folder, file).replaceAll(sep, '/')}`, file]),
  );
}

function sendPage({ method }, response, page) {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(page),
    'cache-control': 'no-cache',
    'content-security-policy': "frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
  response.end(method === 'HEAD' ? undefined : page);
}

function sendFile({ method }, response, file) {
  response.writeHead(200, {
    'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
    // The names of the files contain a hash of their content.
    'cache-control': file.includes(`${sep}static${sep}`)
      ? 'max-age=31536000, immutable'
      : 'no-cache',
    'x-content-type-options': 'nosniff',
  });
  if (method === 'HEAD') return response.end();
  return pipeline(createReadStream(file), response, () => {});
}

/** Passes bodies on as they arrive, so that event streams work. */
function forward(request, response, pennon) {
  const upstream = (pennon.protocol === 'https:' ? https : http).request(
    pennon.origin,
    // The path goes on as it is: resolved as an address it could name another server.
    { path: request.url, method: request.method, headers: headersFor(request, pennon) },
    (received) => {
      const headers = withoutConnection(received.headers);
      const body = received.statusCode === 401 ? addLogin(received, headers, pennon) : received;
      response.writeHead(received.statusCode, received.statusMessage, headers);
      response.flushHeaders();
      pipeline(body, response, () => {});
    },
  );
  upstream.on('error', (error) => {
    if (response.headersSent) return response.destroy();
    const reason = error.code ?? error.message;
    const message = `Pennon at ${pennon.href} does not respond: ${reason}.`;
    return sendError(response, 502, 'BadGatewayError', message);
  });
  response.on('close', () => upstream.destroy());
  request.pipe(upstream);
}

/** The interface reads in the body of a 401 response how to log in. */
function addLogin(received, headers, { pathname }) {
  delete headers['content-length'];
  const path = `${pathname.replace(/\/+$/, '')}/auth/simple/login`;
  return Readable.from(bodyWithLogin(received, { path, type: 'password', defaultHidden: false }));
}

async function* bodyWithLogin(received, login) {
  const body = Buffer.concat(await received.toArray());
  yield isJson(received) ? JSON.stringify({ ...JSON.parse(body), ...login }) : body;
}

const isJson = ({ headers }) =>
  headers['content-type']?.startsWith('application/json') && !headers['content-encoding'];

/** A request of this interface counts as one of Pennon's own; the origin of another site stays. */
function headersFor(request, pennon) {
  const {
    host,
    origin,
    'x-forwarded-for': forwarded,
    ...headers
  } = withoutConnection(request.headers);
  const own = origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
  return {
    ...headers,
    host: pennon.host,
    ...(origin !== undefined && { origin: own ? pennon.origin : origin }),
    'x-forwarded-for': [forwarded, request.socket.remoteAddress].filter(Boolean).join(', '),
  };
}

const withoutConnection = (headers) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !connectionHeaders.includes(name)));

function sendError(response, status, name, message) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ id: randomUUID(), name, message }));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
