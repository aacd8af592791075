import type { InTransaction } from '../events/record.ts';
import { createSegment } from '../flags/segments/commands.ts';
import { createTagType } from '../flags/tag-types/commands.ts';
import { createTag } from '../flags/tags/commands.ts';
import { createRole } from '../identity/access/commands.ts';
import { findCaller } from '../identity/access/queries.ts';
import { builtInRoles } from '../identity/access/rules.ts';
import { createGroup } from '../identity/groups/commands.ts';
import { addAccess } from '../identity/project-access/commands.ts';
import { createUser } from '../identity/users/commands.ts';
import { type Caller, systemCaller } from '../platform/caller.ts';
import type { Db, Tx } from '../platform/db/open.ts';
import { badData } from '../platform/errors.ts';
import { createProject } from '../projects/projects/commands.ts';
import type { BaseData } from './flags.ts';
import { insertFlags } from './insertion.ts';
import {
  backdateEverything,
  isEmpty,
  listEnabledEnvironments,
  refreshStatistics,
} from './queries.ts';
import {
  accountOf,
  companyProjects,
  type List,
  listOf,
  people as names,
  segmentNames,
  teams,
  topics,
} from './vocabulary.ts';

const day = 24 * 60 * 60 * 1000;
const demoSize = { flags: 400, events: 9000 };
const editorCount = 6;
const segmentCount = 8;

/** A year before the given time, when the history of the demo starts. */
export const demoStart = (now: number): string => new Date(now - 365 * day).toISOString();

/** Keeps generated data apart from real data. */
export async function assertEmpty(db: Db): Promise<void> {
  if (await isEmpty(db)) return;
  throw badData('The demo needs an empty server. This one has projects, flags, groups or users.');
}

/** Creates a company by commands, and its flags with a year of history that ends now as rows. */
export async function createDemo(
  db: Db,
  inTransaction: InTransaction,
  now: number,
  { flags, events } = demoSize,
) {
  await assertEmpty(db);
  const start = demoStart(now);
  const baseData = await inTransaction(async (tx) => {
    const created = await createCompany(tx);
    await backdateEverything(tx, start);
    return created;
  }, start);
  const since = Date.parse(start) + day;
  const history = await inTransaction((tx) =>
    insertFlags(tx, baseData, {
      seed: 'demo',
      flags,
      events,
      since,
      until: now,
      suffix: '',
      bulk: [],
    }),
  );
  await refreshStatistics(db);
  return { projects: companyProjects.length, people: names.length, flags, events: history.events };
}

async function createCompany(tx: Tx): Promise<BaseData> {
  const people = await createUsers(tx);
  const managers = await callersOf(tx, people.slice(0, editorCount));
  const groups = await createGroups(tx, people);
  const role = await createRole(tx, systemCaller, {
    name: 'Release manager',
    description: 'Enables and disables flags in production.',
    permissions: [{ name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'production' }],
  });
  const projects = await createProjects(tx, managers, { groups, roles: [role.id] });
  return {
    people: listOf(
      people.map(({ id, username, email }) => ({ id, name: email ?? username ?? '' })),
      'people',
    ),
    projects: listOf(projects, 'projects'),
    environments: listOf(await listEnabledEnvironments(tx), 'an environment'),
    segments: await createSegments(tx, managers),
    tags: await createTags(tx, managers),
  };
}

/** Users have no password until an administrator sets one. */
async function createUsers(tx: Tx) {
  const people = [];
  for (const [index, name] of names.entries()) {
    const account = accountOf(name);
    const rootRole = index < editorCount ? builtInRoles.editor : builtInRoles.viewer;
    const person = { username: account, email: `${account}@example.com`, name, rootRole };
    people.push(await createUser(tx, systemCaller, person));
  }
  return people;
}

async function callersOf(tx: Tx, people: readonly { id: number }[]): Promise<List<Caller>> {
  const callers = [];
  for (const { id } of people) {
    const caller = await findCaller(tx, id);
    if (caller) callers.push(caller);
  }
  return listOf(callers, 'managers');
}

async function createGroups(tx: Tx, people: readonly { id: number }[]): Promise<List<number>> {
  const ids = [];
  for (const [index, name] of teams.entries()) {
    const members = people.filter((_, position) => position % teams.length === index);
    const group = await createGroup(tx, systemCaller, {
      name,
      description: `All members of ${name}.`,
      users: members.map(({ id }) => ({ user: { id } })),
    });
    ids.push(group.id);
  }
  return listOf(ids, 'teams');
}

async function createProjects(
  tx: Tx,
  managers: List<Caller>,
  { groups, roles }: { groups: List<number>; roles: number[] },
): Promise<string[]> {
  const ids = [];
  for (const [index, [id, name, description]] of companyProjects.entries()) {
    const mode = index === 2 ? 'protected' : index === 11 ? 'private' : 'open';
    const caller = managers[index % managers.length] ?? managers[0];
    await createProject(tx, caller, { id, name, description, mode });
    const team = groups[index % groups.length] ?? groups[0];
    const members = { roles: [builtInRoles.member, ...roles], groups: [team], users: [] };
    await addAccess(tx, systemCaller, id, members);
    ids.push(id);
  }
  return ids;
}

async function createSegments(tx: Tx, managers: List<Caller>): Promise<number[]> {
  const ids = [];
  for (const [index, name] of segmentNames.slice(0, segmentCount).entries()) {
    const segment = await createSegment(tx, managers[index % managers.length] ?? managers[0], {
      name,
      description: `${name}, maintained manually.`,
      constraints: [
        {
          contextName: 'userId',
          operator: 'STR_ENDS_WITH',
          values: [`@${accountOf(name)}.example.com`],
        },
      ],
    });
    ids.push(segment.id);
  }
  return ids;
}

async function createTags(tx: Tx, [caller]: List<Caller>) {
  const team = { name: 'team', description: 'The team that owns the flag', color: '#2F6FDE' };
  await createTagType(tx, caller, team);
  const tags = [
    ...teams.map((value) => ({ type: team.name, value })),
    ...topics.map((value) => ({ type: 'simple', value })),
  ];
  for (const tag of tags) await createTag(tx, caller, tag);
  return tags;
}
