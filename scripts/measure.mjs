import { execFileSync } from 'node:child_process';
import http from 'node:http';
import { loadavg } from 'node:os';

/**
 * Measures sequential requests to a running server:
 * node scripts/measure.mjs <url> <token> <path>... prints minimum, median, percentiles and maximum.
 * With DATABASE_URL of a PostgreSQL with pg_stat_statements, also the statements of one request
 * and their time, planning included.
 */

const [url = 'http://127.0.0.1:4242', token = '', ...paths] = process.argv.slice(2);
const database = process.env.DATABASE_URL;
const times = Number(process.env.TIMES ?? 300);
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

const read = (path) =>
  new Promise((resolve, reject) => {
    const start = performance.now();
    const headers = { authorization: token };
    const request = http.get(url + path, { agent, headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk) => {
        bytes += chunk.length;
      });
      response.on('end', () =>
        resolve({ ms: performance.now() - start, bytes, status: response.statusCode }),
      );
    });
    request.on('error', reject);
  });

const query = (statement) =>
  execFileSync('psql', ['-Atc', statement, database], { encoding: 'utf8' }).trim();

const counting =
  database &&
  query('select count(*) from pg_extension where extname = $$pg_stat_statements$$') === '1';

function spread(responses) {
  const sorted = responses.map(({ ms }) => ms).sort((one, other) => one - other);
  const at = (share) => sorted[Math.floor(share * (sorted.length - 1))].toFixed(1);
  const [min, median, p90, p99, max] = [0, 0.5, 0.9, 0.99, 1].map(at);
  return `min ${min} ms, median ${median}, p90 ${p90}, p99 ${p99}, max ${max}`;
}

for (const path of paths) {
  for (let warm = 0; warm < 50; warm++) await read(path);
  if (counting) query('select pg_stat_statements_reset()');
  const responses = [];
  for (let round = 0; round < times; round++) responses.push(await read(path));
  const [{ status, bytes }] = responses;
  console.log(`${status} ${path}: ${bytes} bytes, load ${loadavg()[0].toFixed(1)}`);
  console.log(`  request: ${spread(responses)}`);
  if (!counting) continue;
  const used = query(`
    select count(*) || ' statements, min ' || round(sum(min_exec_time + min_plan_time)::numeric, 2)
      || ' ms, mean ' || round(sum(mean_exec_time + mean_plan_time)::numeric, 2) || ' ms'
    from pg_stat_statements
    where calls >= ${times} and dbid = (select oid from pg_database where datname = current_database())`);
  console.log(`  database: ${used}`);
}
agent.destroy();
