import { readFileSync } from 'node:fs';
import http from 'node:http';

/**
 * Measures the event log of a running server: node scripts/measure-events.mjs <url> <token> [<pid>]
 * prints the rows of docs/performance.md; with the server's pid, also its memory while it streams.
 * Between requests it creates and deletes a tag type, which records two events.
 */

const [url = 'http://127.0.0.1:4242', token = '', pid] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true });
const get = (path) =>
  new Promise((resolve, reject) => {
    http
      .get(url + path, { agent, headers: { authorization: token } }, (response) =>
        resolve(response),
      )
      .on('error', reject);
  });

async function read(path) {
  const start = performance.now();
  const response = await get(path);
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { ms: performance.now() - start, status: response.statusCode, body: JSON.parse(text) };
}

const search = async (query) => {
  const response = await read(`/api/admin/search/events?${new URLSearchParams(query)}`);
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  return response;
};

const { body: first } = await search({ limit: '1' });
const { body: updates } = await search({ type: 'IS:feature-strategy-update', limit: '1' });
const [sample] = updates.events;
const { project, featureName, createdByUserId, type } = sample;
const oldest = (await search({ limit: '1', offset: String(first.total - 1) })).body.events[0];
const day = sample.createdAt.slice(0, 10);
const text = process.env.RARE_WORD ?? sample.data.id;

const scenarios = {
  'no filter': {},
  project: { project: `IS:${project}` },
  'three projects': { project: `IS_ANY_OF:${project},default,${oldest.project ?? 'default'}` },
  flag: { feature: `IS:${featureName}` },
  'common type': { type: 'IS:feature-strategy-update' },
  'rare type': { type: 'IS:project-created' },
  creator: { createdBy: `IS:${createdByUserId}` },
  environment: { environment: `IS:${sample.environment}` },
  'one day': { from: `IS:${day}`, to: `IS:${day}` },
  'the first day': { to: `IS:${oldest.createdAt.slice(0, 10)}` },
  'rare text': { query: text },
  'text without a match': { query: 'there is no such text' },
  'common text': { query: 'flexibleRollout' },
  'not a type': { type: 'IS_NOT:feature-strategy-update' },
  'project + type': { project: `IS:${project}`, type: `IS:${type}` },
  'project + rare type': { project: `IS:${project}`, type: 'IS:feature-archived' },
  'project + creator': { project: `IS:${project}`, createdBy: `IS:${createdByUserId}` },
  'project + one day': { project: `IS:${project}`, from: `IS:${day}`, to: `IS:${day}` },
  'project + rare text': { project: `IS:${project}`, query: text },
  'project + common text': { project: `IS:${project}`, query: 'flexibleRollout' },
  'type + creator': { type: `IS:${type}`, createdBy: `IS:${createdByUserId}` },
  'type + one day': { type: `IS:${type}`, from: `IS:${day}`, to: `IS:${day}` },
  'creator + common text': { createdBy: `IS:${createdByUserId}`, query: 'flexibleRollout' },
  'offset 900000': { offset: '900000' },
  'offset half': { offset: String(Math.floor(first.total / 2)) },
  'common type, offset 100000': { type: 'IS:feature-strategy-update', offset: '100000' },
};

const send = (method, path, body) =>
  new Promise((resolve, reject) => {
    const headers = { authorization: token, 'content-type': 'application/json' };
    const request = http.request(url + path, { method, agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    request.on('error', reject).end(body && JSON.stringify(body));
  });

async function addEvents() {
  const name = `measured-${process.pid}`;
  await send('POST', '/api/admin/tag-types', { name, description: '' });
  const status = await send('DELETE', `/api/admin/tag-types/${name}`);
  if (status !== 200) throw new Error(`deleting the tag type failed with status ${status}`);
}

const runs = Number(process.env.RUNS ?? 21);
const median = (times) => times.toSorted((one, other) => one - other)[Math.floor(runs / 2)];
console.log('| query | matches | uncached ms | after new events, median | cached, median |');
console.log('|---|---|---|---|---|');
for (const [name, query] of Object.entries(scenarios)) {
  if (process.env.SKIP && name.includes(process.env.SKIP)) continue;
  const cold = await search(query);
  const [after, cached] = [[], []];
  for (let run = 0; run < runs; run++) {
    await addEvents();
    after.push((await search(query)).ms);
    cached.push((await search(query)).ms);
  }
  const cells = [cold.ms, median(after), median(cached)].map((ms) => ms.toFixed(1));
  console.log(`| ${name} | ${cold.body.total} | ${cells.join(' | ')} |`);
}

if (pid) await measureStream();

async function measureStream() {
  const memory = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  const before = memory();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, memory());
  }, 50);
  const start = performance.now();
  const stream = process.env.STREAM ?? `/api/admin/events?project=${project}`;
  const response = await get(stream);
  let firstByte;
  let bytes = 0;
  let tail = '';
  for await (const chunk of response) {
    firstByte ??= performance.now() - start;
    bytes += chunk.length;
    tail = (tail + chunk.toString('latin1')).slice(-40);
  }
  clearInterval(watch);
  const seconds = (performance.now() - start) / 1000;
  console.log(
    `${stream}: first byte ${firstByte.toFixed(0)} ms, ends with ${tail.split(',').at(-1)}, ` +
      `${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s; memory of the server ` +
      `${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at peak`,
  );
}
agent.destroy();
