import { createHash } from 'node:crypto';
import { planUser } from '../users/rules.ts';
import { scimError } from './errors.ts';
import { isObject, memberOf } from './matching.ts';

type Json = Readonly<Record<string, unknown>>;

/** What SCIM can change of a user. */
export type UserPlan = {
  userName: string;
  email: string | null;
  name: string | null;
  givenName: string | null;
  familyName: string | null;
  externalId: string | null;
  active: boolean;
};

export type UserResource = UserPlan & {
  id: number;
  createdAt: string;
  modifiedAt: string;
  groups: { id: number; name: string }[];
};

/** What SCIM can change of a group; `members` are ids of users in ascending order. */
export type GroupPlan = { displayName: string; externalId: string | null; members: number[] };

export type GroupResource = Omit<GroupPlan, 'members'> & {
  id: number;
  createdAt: string;
  modifiedAt: string;
  members: { id: number; name: string }[];
};

export const schemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
};

export function viewUser(user: UserResource, baseUrl: string) {
  const { givenName, familyName, name } = user;
  return withMeta(
    {
      schemas: [schemas.user],
      id: String(user.id),
      ...optional('externalId', user.externalId),
      userName: user.userName,
      ...optional('displayName', name),
      name: {
        ...optional('formatted', name),
        ...optional('givenName', givenName),
        ...optional('familyName', familyName),
      },
      emails: user.email === null ? [] : [{ value: user.email, type: 'work', primary: true }],
      active: user.active,
      groups: user.groups.map(({ id, name: display }) => ({
        value: String(id),
        display,
        $ref: `${baseUrl}/Groups/${id}`,
      })),
    },
    { resourceType: 'User', location: `${baseUrl}/Users/${user.id}`, ...user },
  );
}

export function viewGroup(group: GroupResource, baseUrl: string) {
  return withMeta(
    {
      schemas: [schemas.group],
      id: String(group.id),
      ...optional('externalId', group.externalId),
      displayName: group.displayName,
      members: group.members.map(({ id, name: display }) => ({
        value: String(id),
        display,
        $ref: `${baseUrl}/Users/${id}`,
      })),
    },
    { resourceType: 'Group', location: `${baseUrl}/Groups/${group.id}`, ...group },
  );
}

export type Resource = ReturnType<typeof viewUser> | ReturnType<typeof viewGroup>;

const optional = (name: string, value: string | null) => (value === null ? {} : { [name]: value });

type Meta = { resourceType: string; location: string; createdAt: string; modifiedAt: string };

/** The version is a hash of the resource. */
function withMeta<T extends object>(resource: T, { resourceType, location, ...times }: Meta) {
  const digest = createHash('sha256').update(JSON.stringify(resource)).digest('base64url');
  const { createdAt: created, modifiedAt: lastModified } = times;
  const version = `W/"${digest.slice(0, 22)}"`;
  return { ...resource, meta: { resourceType, created, lastModified, location, version } };
}

/** The user that a body describes; attributes that are not stored are ignored. */
export function readUser(body: Json): UserPlan {
  const userName = textOf(body, 'userName');
  if (userName === null) throw scimError('InvalidValueError', '"userName" is required.');
  const nameParts = (memberOf(body, 'name') ?? {}) as Json;
  const givenName = textOf(nameParts, 'givenName');
  const familyName = textOf(nameParts, 'familyName');
  const composed = [givenName, familyName].filter((part) => part !== null).join(' ');
  const displayed = textOf(body, 'displayName') ?? textOf(nameParts, 'formatted');
  const names = planUser({
    username: userName,
    email: emailOf(memberOf(body, 'emails')),
    name: displayed ?? (composed === '' ? null : composed),
  });
  return {
    userName: names.username ?? userName,
    email: names.email,
    name: names.name,
    givenName,
    familyName,
    externalId: textOf(body, 'externalId'),
    active: booleanOf(memberOf(body, 'active')),
  };
}

/** Members are ids of users. */
export function readGroup(body: Json): GroupPlan {
  const displayName = textOf(body, 'displayName');
  if (displayName === null) throw scimError('InvalidValueError', '"displayName" is required.');
  const members = [memberOf(body, 'members') ?? []].flat().map(memberIdOf);
  return {
    displayName,
    externalId: textOf(body, 'externalId'),
    members: [...new Set(members)].sort((one, other) => one - other),
  };
}

function memberIdOf(member: unknown): number {
  const value = isObject(member) ? memberOf(member, 'value') : member;
  if (isObject(member) && memberOf(member, 'type') === 'Group') {
    throw scimError('InvalidValueError', 'Groups cannot be members of groups.');
  }
  const id = idOf(String(value));
  if (id === undefined) throw scimError('InvalidValueError', `User "${value}" does not exist.`);
  return id;
}

/** Undefined for a text that is the id of nothing. */
export const idOf = (text: string): number | undefined =>
  /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : undefined;

/** The primary one, or the first. */
function emailOf(emails: unknown): string | null {
  const values = [emails ?? []].flat().filter((each) => isObject(each) || typeof each === 'string');
  const isPrimary = (each: unknown) =>
    isObject(each) && booleanOf(memberOf(each, 'primary') ?? false);
  const chosen = values.find(isPrimary) ?? values[0];
  return isObject(chosen) ? textOf(chosen, 'value') : ((chosen as string | undefined) ?? null);
}

const textLengthMax = 255;

/** Null if it is absent or blank. */
function textOf(object: Json, name: string): string | null {
  const value = isObject(object) ? memberOf(object, name) : undefined;
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || value.length > textLengthMax) {
    throw scimError('InvalidValueError', `"${name}" must be text of at most 255 characters.`);
  }
  const text = value.trim();
  return text === '' ? null : text;
}

/** Microsoft Entra ID sends text. */
function booleanOf(value: unknown): boolean {
  const text = String(value ?? true).toLowerCase();
  if (text === 'true' || text === 'false') return text === 'true';
  throw scimError('InvalidValueError', '"active" and "primary" must be true or false.');
}

export const samePlan = <T extends UserPlan | GroupPlan>(one: T, other: T): boolean =>
  Object.keys(one).every(
    (name) => JSON.stringify(one[name as keyof T]) === JSON.stringify(other[name as keyof T]),
  );

type Selection = { attributes?: string; excludedAttributes?: string };

/** Only the selected attributes; `id`, `schemas` and `meta` always. */
export function selectAttributes(resource: Resource, selection: Selection): object {
  const { attributes, excludedAttributes } = selection;
  if (attributes === undefined && excludedAttributes === undefined) return resource;
  const [wanted, unwanted] = [namesOf(attributes), namesOf(excludedAttributes)];
  return Object.fromEntries(
    Object.entries(resource).filter(([key]) => {
      const name = key.toLowerCase();
      if (['id', 'schemas', 'meta'].includes(name)) return true;
      return attributes === undefined ? !unwanted.has(name) : wanted.has(name);
    }),
  );
}

/** The top attribute of each path. */
export const namesOf = (list = ''): ReadonlySet<string> =>
  new Set(
    list.split(',').map(
      (name) =>
        name
          .trim()
          .toLowerCase()
          .replace(/^urn:.*:/, '')
          .split('.', 1)[0] ?? '',
    ),
  );
