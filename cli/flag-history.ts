import { spansOf } from '../server/events/catalogue/markdown.ts';
import type { VersionList, VersionSummary } from '../server/flags/versions/schema.ts';
import type { Comparison } from '../server/history/comparison/schema.ts';
import type { RestoreResult } from '../server/history/restore/schema.ts';
import { type Commands, exitCodes, UsageError, type Values } from '../server/terminal.ts';
import { path } from './client.ts';
import { clientCommand, type Session } from './command.ts';
import { limitOption, parseLimit, projectOf, projectOption } from './flag-search.ts';
import { printJson, printTable } from './output.ts';
import { finishPlan, printPlan } from './plans.ts';

const moment = 'the id of an event, or a time such as 2026-11-01T12:00:00Z';

/** Commands about earlier versions of a flag. */
export const flagHistoryCommands: Commands = {
  'flags history': clientCommand({
    summary: 'List the versions of a flag, the newest first',
    arguments: ['flag'],
    options: { project: projectOption, limit: limitOption },
    examples: ['pennon flags history new-checkout --limit 10'],
    notes: () => ['', 'The ids are those of the events; diff and restore take them.'],
    run: listVersions,
  }),
  'flags diff': clientCommand({
    summary: 'Compare two versions of a flag; exit with 2 if they differ',
    arguments: ['flag'],
    options: {
      from: { type: 'string', help: `The earlier version (required): ${moment}` },
      to: { type: 'string', help: 'The later version (the current one)' },
      project: projectOption,
    },
    examples: [
      'pennon flags diff new-checkout --from 1200',
      'pennon flags diff new-checkout --from 2026-11-01T00:00:00Z --to 1234',
    ],
    run: compareVersions,
  }),
  'flags restore': clientCommand({
    summary: 'Restore an earlier version of a flag',
    arguments: ['flag'],
    options: {
      to: { type: 'string', help: `The version (required): ${moment}` },
      environment: {
        type: 'string',
        short: 'e',
        multiple: true,
        help: 'Only what belongs to this environment; can be repeated',
      },
      'dry-run': { type: 'boolean', help: 'Change nothing; print what would be changed' },
      project: projectOption,
      title: { type: 'string', help: 'Title of the change requests that are created' },
      comment: { type: 'string', help: 'Comment on these change requests' },
      submit: { type: 'boolean', help: 'Send these change requests to review' },
    },
    examples: [
      'pennon flags restore new-checkout --to 1200 --dry-run',
      'pennon flags restore new-checkout --to 1200 -e production --submit',
    ],
    notes: () => [
      '',
      'Where change requests are required and the token may not skip them, the changes become one',
      'change request for each environment.',
    ],
    run: restore,
  }),
};

async function listVersions({ terminal, client, json }: Session, values: Values): Promise<number> {
  const flag = String(values.flag);
  const project = await projectOf(client, flag, values.project);
  const route = path`/api/admin/projects/${project}/features/${flag}/versions`;
  const limit = parseLimit(values);
  const versions: VersionSummary[] = [];
  for (let cursor: string | undefined; ; ) {
    const remaining = Math.min(1000, limit - versions.length);
    const page: VersionList = await client.get(route, { limit: remaining, cursor });
    versions.push(...page.versions);
    if (page.nextCursor === null || versions.length >= limit) break;
    cursor = page.nextCursor;
  }
  if (json) return printJson(terminal, versions);
  return printTable(
    terminal,
    ['id', 'time', 'by', 'environment', 'change'],
    versions.map((version) => [
      String(version.eventId),
      version.createdAt,
      version.createdBy ?? '-',
      version.environment ?? '-',
      plainText(version.summary ?? version.type ?? '-'),
    ]),
  );
}

const plainText = (markdown: string) =>
  spansOf(markdown)
    .map(({ text }) => text)
    .join('');

async function compareVersions(session: Session, values: Values): Promise<number> {
  const { from, to } = values as Record<string, string | undefined>;
  if (from === undefined) throw new UsageError('flags diff needs --from.');
  const flag = String(values.flag);
  const project = await projectOf(session.client, flag, values.project);
  const route = path`/api/admin/projects/${project}/features/${flag}/diff`;
  const comparison = await session.client.get<Comparison>(route, { from, to });
  if (session.json) printJson(session.terminal, comparison);
  else printPlan(session, { applied: comparison.changes, requested: [] });
  return comparison.changes.length === 0 ? 0 : exitCodes.differences;
}

async function restore(session: Session, values: Values): Promise<number> {
  const { to, environment } = values;
  if (to === undefined) throw new UsageError('flags restore needs --to.');
  const flag = String(values.flag);
  const project = await projectOf(session.client, flag, values.project);
  const route = path`/api/admin/projects/${project}/features/${flag}/restore`;
  const { applied, changeRequests } = await session.client.send<RestoreResult>('POST', route, {
    body: {
      to,
      dryRun: values['dry-run'] === true,
      ...(environment === undefined ? {} : { environments: environment }),
    },
  });
  const requested = changeRequests.map(({ id, ...it }) => ({ ...it, changeRequestId: id }));
  return finishPlan(session, project, { applied, requested }, values);
}
