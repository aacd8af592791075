import http from 'node:http';
import { loadavg } from 'node:os';

/**
 * Measures the pending change requests of flags on a running server filled by
 * scripts/load-change-requests.sql: node scripts/measure-pending.mjs <url> <token> prints the rows of
 * docs/performance.md. Its changes are not reverted; TIMES is the number of requests per row.
 */

const [url = 'http://127.0.0.1:4242', token = ''] = process.argv.slice(2);
const times = Number(process.env.TIMES ?? 300);
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

async function call(method, path, body) {
  const headers = { authorization: token, ...(body && { 'content-type': 'application/json' }) };
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.request(url + path, { method, agent, headers }, async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      const ms = performance.now() - start;
      if (response.statusCode >= 300) return reject(new Error(`${method} ${path}: ${text}`));
      resolve({ ms, text });
    });
    request.on('error', reject).end(body && JSON.stringify(body));
  });
}

const read = async (path) => JSON.parse((await call('GET', path)).text);

async function requestsInReview() {
  const found = [];
  for (let offset = 0; ; offset += 1000) {
    const page = `state=IS:open&limit=1000&offset=${offset}`;
    const { changeRequests } = await read(`/api/admin/search/change-requests?${page}`);
    found.push(...changeRequests.filter(({ state }) => state === 'In review'));
    if (changeRequests.length < 1000) return found;
  }
}

const requests = await requestsInReview();
const flags = new Map();
for (const { project, features } of requests) {
  for (const flag of features) {
    const { pending = 0 } = flags.get(flag) ?? {};
    flags.set(flag, { flag, project, pending: pending + 1 });
  }
}
const quiet = [...flags.values()].filter(({ pending }) => pending === 1);
const [busiest] = [...flags.values()].sort((one, other) => other.pending - one.pending);
if (!busiest)
  throw new Error('No request is in review; run scripts/load-change-requests.sql first');
const referencesBusiest = ({ features }) => features.includes(busiest.flag);
const own = requests.filter(referencesBusiest);
const beside = requests.filter(
  (request) => request.project === busiest.project && !referencesBusiest(request),
);

// A random start, so that the first requests are not cached by an earlier run.
let rounds = Math.floor(Math.random() * quiet.length);
const next = (list) => list[rounds++ % list.length];

const getPending = ({ project, flag }) =>
  call('GET', `/api/admin/projects/${project}/change-requests/pending/${flag}`);

async function switchFlag(project, flag) {
  const path = `/api/admin/projects/${project}/features/${flag}/environments/production`;
  const { enabled } = await read(path);
  await call('POST', `${path}/${enabled ? 'off' : 'on'}`);
}

const rename = ({ project, id }) =>
  call('PUT', `/api/admin/projects/${project}/change-requests/${id}/title`, {
    title: `Measured ${Date.now()} ${rounds}`,
  });

const { users } = await read('/api/admin/user-admin');

const renameUser = () =>
  call('PUT', `/api/admin/user-admin/${next(users).id}`, {
    name: `Measured ${Date.now()}`,
  });

const setDefaultStrategy = () =>
  call('POST', `/api/admin/projects/${busiest.project}/environments/production/default-strategy`, {
    name: 'flexibleRollout',
    title: `Measured ${rounds++}`,
  });

const many = `${busiest.pending}, after a change`;
const rows = {
  '1, uncached': [async () => {}, () => next(quiet)],
  '1, uncached, after a change of another flag': [
    () => switchFlag(busiest.project, busiest.flag),
    () => next(quiet),
  ],
  [`${many} of another flag`]: [
    () => switchFlag(quiet.at(-1).project, quiet.at(-1).flag),
    () => busiest,
  ],
  [`${many} of another request of the project`]: [() => rename(next(beside)), () => busiest],
  [`${many} of one of its flags`]: [
    () => switchFlag(busiest.project, next(own.flatMap(({ features }) => features))),
    () => busiest,
  ],
  [`${many} of one of the requests`]: [() => rename(next(own)), () => busiest],
  [`${many} of a user`]: [renameUser, () => busiest],
  [`${many} of the project`]: [setDefaultStrategy, () => busiest],
};

function cells(responses) {
  const sorted = responses.map(({ ms }) => ms).sort((one, other) => one - other);
  const at = (share) => sorted[Math.floor(share * (sorted.length - 1))].toFixed(1);
  const over = sorted.filter((ms) => ms >= 10).length;
  return `${[0, 0.5, 0.9, 0.99, 1].map(at).join(' | ')} | ${over} of ${sorted.length}`;
}

console.log('| Pending requests of the flag | min | median | p90 | p99 | max | over 10 ms |');
console.log('|---|---|---|---|---|---|---|');
const cached = [];
const idle = [];
for (const [name, [change, choose]] of Object.entries(rows)) {
  const responses = [];
  for (let round = 0; round < times; round++) {
    await change();
    const target = choose();
    responses.push(await getPending(target));
    cached.push(await getPending(target));
    idle.push(await call('GET', '/health'));
  }
  console.log(`| ${name} | ${cells(responses)} |`);
}
console.log(`| any of these, cached | ${cells(cached)} |`);
console.log(`| baseline: GET /health | ${cells(idle)} |`);
console.log(`load ${loadavg()[0].toFixed(1)}`);
agent.destroy();
