import http from 'node:http';

/**
 * Measures the flag search of a running server: node scripts/measure-search.mjs <url> <token> prints the
 * rows of docs/performance.md. The filter values are taken from the server's own data.
 */

const [url = 'http://127.0.0.1:4242', token = ''] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true });
const runs = Number(process.env.RUNS ?? 21);

function get(query) {
  const path = `/api/admin/search/features?${new URLSearchParams(query)}`;
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { authorization: token };
    http
      .get(url + path, { agent, headers }, async (response) => {
        let text = '';
        for await (const chunk of response.setEncoding('utf8')) text += chunk;
        const ms = performance.now() - start;
        if (response.statusCode !== 200) return reject(new Error(text));
        const database = Number(/db;dur=([\d.]+)/.exec(response.headers['server-timing'])?.[1]);
        resolve({ ms, database, body: JSON.parse(text) });
      })
      .on('error', reject);
  });
}

const { body: sample } = await get({ facets: 'project,tag,createdBy', limit: '100' });
const [project, creator] = [sample.facets.project[0].value, sample.facets.createdBy[0].value];
// A comma separates tags.
const [tag, otherTag] = sample.facets.tag
  .map(({ value }) => value)
  .filter((value) => !value.includes(','));
const segment = sample.features.flatMap(({ segments }) => segments)[0];
const letters = sample.features[0].name.slice(0, 3);
const day = sample.features.at(-1).createdAt.slice(0, 10);

// Warms up the code with queries that are not measured.
for (let limit = 60; limit < 100; limit++)
  await get({ limit: String(limit), tag: `INCLUDE:${tag}` });

const queries = {
  'default page': {},
  'query of three letters': { query: letters },
  'project + state': { project: `IS:${project}`, state: 'IS:active' },
  'tag INCLUDE by name': { tag: `INCLUDE:${tag}`, sortBy: 'name' },
  'segment INCLUDE': { segment: `INCLUDE:${segment}` },
  'status[] by lastSeenAt desc': {
    'status[]': 'production:enabled',
    sortBy: 'lastSeenAt',
    sortOrder: 'desc',
  },
  'deep offset': { offset: String(Math.floor(sample.total * 0.9)) },
  'createdAt + favoritesFirst': {
    createdAt: `IS_ON_OR_AFTER:${day}`,
    favoritesFirst: 'true',
  },
  'tag EXCLUDE_ALL': { tag: `EXCLUDE_ALL:${tag},${otherTag}` },
  'type + createdBy': { type: 'IS:release', createdBy: `IS:${creator}` },
};

const median = (times) => times.sort((one, other) => one - other)[Math.floor(times.length / 2)];

console.log('| query | matches | uncached ms | another page: median | thereof database | cached |');
console.log('|---|---|---|---|---|---|');
for (const [name, query] of Object.entries(queries)) {
  const first = await get(query);
  const others = [];
  // Each page size is used once and is at most the default.
  for (let run = 0; run < runs; run++)
    others.push(await get({ ...query, limit: String(49 - run) }));
  const cached = [];
  for (let run = 0; run < runs; run++) cached.push((await get(query)).ms);
  const cells = [
    first.ms,
    median(others.map(({ ms }) => ms)),
    median(others.map(({ database }) => database)),
    median(cached),
  ].map((ms) => ms.toFixed(1));
  console.log(`| ${name} | ${first.body.total} | ${cells.join(' | ')} |`);
}
agent.destroy();
