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
import type { Cast } from './lives.ts';
import { plantFlags } from './planting.ts';
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
const flags = 400;
const events = 9000;
const editorCount = 6;
const segmentCount = 8;

/** A year before the given moment, when the company of the demo began to use flags. */
export const demoOpening = (now: number): string => new Date(now - 365 * day).toISOString();

/** Nobody's work is to be mixed with what is made up. */
export async function assertEmpty(db: Db): Promise<void> {
  if (await isEmpty(db)) return;
  throw badData('The demo needs an empty server. This one has projects, flags, groups or users.');
}

/** A company with a year of history that ends now: people and places by the real commands. */
export async function plantDemo(db: Db, inTransaction: InTransaction, now: number) {
  await assertEmpty(db);
  const opening = demoOpening(now);
  const cast = await inTransaction(async (tx) => {
    const made = await plantCompany(tx);
    await backdateEverything(tx, opening);
    return made;
  }, opening);
  const since = Date.parse(opening) + day;
  const history = await inTransaction((tx) =>
    plantFlags(tx, cast, { seed: 'demo', flags, events, since, until: now, suffix: '', bulk: [] }),
  );
  await refreshStatistics(db);
  return { projects: companyProjects.length, people: names.length, flags, events: history.events };
}

async function plantCompany(tx: Tx): Promise<Cast> {
  const people = await hire(tx);
  const managers = await callersOf(tx, people.slice(0, editorCount));
  const groups = await formTeams(tx, people);
  const role = await createRole(tx, systemCaller, {
    name: 'Release manager',
    description: 'Switches flags in production and answers for it.',
    permissions: [{ name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'production' }],
  });
  const projects = await openProjects(tx, managers, { groups, roles: [role.id] });
  return {
    people: listOf(
      people.map(({ id, username, email }) => ({ id, name: email ?? username ?? '' })),
      'people',
    ),
    projects: listOf(projects, 'projects'),
    environments: listOf(await listEnabledEnvironments(tx), 'an environment'),
    segments: await drawSegments(tx, managers),
    tags: await collectTags(tx, managers),
  };
}

/** Nobody has a password: an administrator sets one for whom they want to be. */
async function hire(tx: Tx) {
  const people = [];
  for (const [place, name] of names.entries()) {
    const account = accountOf(name);
    const rootRole = place < editorCount ? builtInRoles.editor : builtInRoles.viewer;
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

async function formTeams(tx: Tx, people: readonly { id: number }[]): Promise<List<number>> {
  const ids = [];
  for (const [place, name] of teams.entries()) {
    const members = people.filter((_, index) => index % teams.length === place);
    const group = await createGroup(tx, systemCaller, {
      name,
      description: `Everybody in ${name}.`,
      users: members.map(({ id }) => ({ user: { id } })),
    });
    ids.push(group.id);
  }
  return listOf(ids, 'teams');
}

async function openProjects(
  tx: Tx,
  managers: List<Caller>,
  { groups, roles }: { groups: List<number>; roles: number[] },
): Promise<string[]> {
  const ids = [];
  for (const [place, [id, name, description]] of companyProjects.entries()) {
    const mode = place === 2 ? 'protected' : place === 11 ? 'private' : 'open';
    const caller = managers[place % managers.length] ?? managers[0];
    await createProject(tx, caller, { id, name, description, mode });
    const team = groups[place % groups.length] ?? groups[0];
    const members = { roles: [builtInRoles.member, ...roles], groups: [team], users: [] };
    await addAccess(tx, systemCaller, id, members);
    ids.push(id);
  }
  return ids;
}

async function drawSegments(tx: Tx, managers: List<Caller>): Promise<number[]> {
  const ids = [];
  for (const [place, name] of segmentNames.slice(0, segmentCount).entries()) {
    const segment = await createSegment(tx, managers[place % managers.length] ?? managers[0], {
      name,
      description: `${name}, kept up to date by hand.`,
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

async function collectTags(tx: Tx, [caller]: List<Caller>) {
  const team = { name: 'team', description: 'Who looks after it', color: '#2F6FDE' };
  await createTagType(tx, caller, team);
  const tags = [
    ...teams.map((value) => ({ type: team.name, value })),
    ...topics.map((value) => ({ type: 'simple', value })),
  ];
  for (const tag of tags) await createTag(tx, caller, tag);
  return tags;
}
