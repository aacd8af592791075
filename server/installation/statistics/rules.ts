import type { InstanceStatistics } from './schema.ts';

type Nested = { readonly [name: string]: unknown };

/** One line of names and one of values; nested members have names such as `activeUsers.last7`. */
export function statisticsCsv({ clientApps, ...statistics }: InstanceStatistics): string {
  const byRange = Object.fromEntries(clientApps.map(({ range, count }) => [range, count]));
  const cells = flatten({ ...statistics, clientApps: byRange });
  const [names, values] = [cells.map(([name]) => name), cells.map(([, value]) => value)];
  return `${names.join(',')}\r\n${values.join(',')}\r\n`;
}

/** No value contains a comma, a quote or a line break. */
const flatten = (value: Nested, prefix = ''): [name: string, value: string][] =>
  Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'object' && member !== null
      ? flatten(member as Nested, `${prefix}${name}.`)
      : [[`${prefix}${name}`, String(member)] as [string, string]],
  );
