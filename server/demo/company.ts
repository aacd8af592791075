import { changeSetting } from '../approvals/protection/commands.ts';
import { createContextField } from '../flags/context-fields/commands.ts';
import { createSegment } from '../flags/segments/commands.ts';
import { createTagType } from '../flags/tag-types/commands.ts';
import { createTag } from '../flags/tags/commands.ts';
import { createRole } from '../identity/access/commands.ts';
import { findCaller } from '../identity/access/queries.ts';
import { builtInRoles } from '../identity/access/rules.ts';
import { createApiToken } from '../identity/api-tokens/commands.ts';
import { createGroup } from '../identity/groups/commands.ts';
import { addAccess } from '../identity/project-access/commands.ts';
import { createUser } from '../identity/users/commands.ts';
import { type Caller, systemCaller } from '../platform/caller.ts';
import type { Tx } from '../platform/db/open.ts';
import { createProject } from '../projects/projects/commands.ts';
import type { BaseData } from './flags.ts';
import { findFirstUser, listEnabledEnvironments } from './queries.ts';
import {
  accountOf,
  companyProjects,
  contextFields,
  type List,
  listOf,
  people as names,
  protectedProjects,
  segments,
  teams,
  topics,
} from './vocabulary.ts';

const editorCount = 6;
const segmentCount = 8;

/** With the callers of commands: an administrator, and editors who create projects. */
export type Company = BaseData & {
  admin: Caller;
  managers: List<Caller>;
  /** The administrator of the first start. */
  first: Caller | undefined;
};

export async function createCompany(tx: Tx): Promise<Company> {
  const first = await findFirstUser(tx);
  const people = await createUsers(tx);
  const [admin, ...editors] = await callersOf(tx, people.slice(0, editorCount));
  const managers = listOf(editors, 'managers');
  const groups = await createGroups(tx, people);
  const role = await createRole(tx, systemCaller, {
    name: 'Release manager',
    description: 'Enables and disables flags in production.',
    permissions: [{ name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'production' }],
  });
  const environments = listOf(await listEnabledEnvironments(tx), 'an environment');
  const members = { groups, roles: [role.id], owner: first?.id };
  const projects = await createProjects(tx, managers, members);
  await protectProduction(tx, admin, managers);
  await createTokens(tx, environments);
  await createContextFields(tx, admin);
  const accounts = [...(first ? [first] : []), ...people];
  return {
    admin,
    managers,
    first: first && (await findCaller(tx, first.id)),
    people: listOf(
      accounts.map(({ id, username, email }) => ({ id, name: email ?? username ?? '' })),
      'people',
    ),
    projects: listOf(projects, 'projects'),
    environments,
    segments: await createSegments(tx, managers),
    tags: await createTags(tx, managers),
  };
}

/** Users have no password until an administrator sets one. */
async function createUsers(tx: Tx) {
  const people = [];
  for (const [index, name] of names.entries()) {
    const account = accountOf(name);
    const rootRole =
      index === 0
        ? builtInRoles.admin
        : index < editorCount
          ? builtInRoles.editor
          : builtInRoles.viewer;
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
  return listOf(callers, 'callers');
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

type Members = { groups: List<number>; roles: number[]; owner: number | undefined };

/** The first account is an owner of the first projects, so that its dashboard has content. */
const ownedProjects = 3;

async function createProjects(
  tx: Tx,
  managers: List<Caller>,
  { groups, roles, owner }: Members,
): Promise<string[]> {
  const ids = [];
  for (const [index, [id, name, description]] of companyProjects.entries()) {
    const mode = index === 2 ? 'protected' : index === 11 ? 'private' : 'open';
    const caller = managers[index % managers.length] ?? managers[0];
    await createProject(tx, caller, { id, name, description, mode });
    const team = groups[index % groups.length] ?? groups[0];
    const members = { roles: [builtInRoles.member, ...roles], groups: [team], users: [] };
    await addAccess(tx, systemCaller, id, members);
    if (owner !== undefined && index < ownedProjects) {
      const owners = { roles: [builtInRoles.owner], groups: [], users: [owner] };
      await addAccess(tx, systemCaller, id, owners);
    }
    ids.push(id);
  }
  return ids;
}

async function protectProduction(tx: Tx, admin: Caller, managers: List<Caller>): Promise<void> {
  const setting = { changeRequestsEnabled: true, requiredApprovals: 1 };
  const members = { roles: [builtInRoles.member], groups: [], users: managers.map(({ id }) => id) };
  for (const project of protectedProjects) {
    await addAccess(tx, admin, project, members);
    await changeSetting(tx, admin, { project, environment: 'production' }, setting);
  }
}

async function createTokens(tx: Tx, environments: List<string>): Promise<void> {
  for (const environment of environments) {
    for (const type of ['client', 'frontend']) {
      const tokenName = `${type === 'client' ? 'Services' : 'Web and apps'}, ${environment}`;
      await createApiToken(tx, systemCaller, { tokenName, type, environment, projects: ['*'] });
    }
  }
}

async function createContextFields(tx: Tx, caller: Caller): Promise<void> {
  for (const { values, ...field } of contextFields) {
    const legalValues = values.map((value) => ({ value }));
    await createContextField(tx, caller, { ...field, legalValues });
  }
}

async function createSegments(tx: Tx, managers: List<Caller>): Promise<number[]> {
  const ids = [];
  for (const [index, input] of segments.slice(0, segmentCount).entries()) {
    const caller = managers[index % managers.length] ?? managers[0];
    ids.push((await createSegment(tx, caller, input)).id);
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
