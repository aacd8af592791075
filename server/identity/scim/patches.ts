import { scimError } from './errors.ts';
import { attributeOf, type Filter, parseFilter } from './filters.ts';
import { isObject, keyIn, matches, memberOf } from './matching.ts';

type Json = Record<string, unknown>;
type Op = 'add' | 'replace' | 'remove';
type Target = { attribute: string; filter?: Filter; member?: string };

const operationsMax = 1000;
/** Values that all operations together look at, such as 200 on a group of 10,000 members. */
const valuesMax = 2_000_000;

/**
 * Applies the operations of a PATCH body to a copy of the resource. Names are case-insensitive, as are
 * operations; what the standard leaves open is as Microsoft Entra ID and Okta send it.
 */
export function applyPatch(resource: Json, body: Json): Json {
  const operations = memberOf(body, 'Operations');
  if (!Array.isArray(operations) || operations.length === 0) {
    throw scimError('InvalidSyntaxError', '"Operations" must be a list of operations.');
  }
  if (operations.length > operationsMax) {
    throw scimError('InvalidSyntaxError', `There are more than ${operationsMax} operations.`);
  }
  const patched = structuredClone(resource);
  let seen = 0;
  for (const operation of operations) {
    applyOperation(patched, operation);
    seen += longestList(patched);
    if (seen > valuesMax) {
      throw scimError('InvalidSyntaxError', 'There are too many operations for so many values.');
    }
  }
  return patched;
}

const longestList = (resource: Json) =>
  Math.max(0, ...Object.values(resource).map((it) => (Array.isArray(it) ? it.length : 0)));

function applyOperation(resource: Json, operation: unknown): void {
  if (!isObject(operation)) throw scimError('InvalidSyntaxError', 'An operation is no object.');
  const op = String(memberOf(operation, 'op')).toLowerCase() as Op;
  const path = memberOf(operation, 'path');
  const value = memberOf(operation, 'value');
  if (!['add', 'replace', 'remove'].includes(op)) {
    throw scimError('InvalidSyntaxError', '"op" must be add, replace or remove.');
  }
  if (typeof path === 'string' && path !== '') {
    applyAt(resource, op, path, value);
    return;
  }
  if (op === 'remove') throw scimError('NoTargetError', 'The operation remove needs a path.');
  if (!isObject(value)) {
    throw scimError('InvalidValueError', 'Without a path, "value" must be an object.');
  }
  for (const [name, each] of Object.entries(value)) applyAt(resource, op, name, each);
}

function applyAt(resource: Json, op: Op, path: string, value: unknown): void {
  const target = parsePath(path);
  // Attributes of extensions are not stored.
  if (target === undefined) return;
  const key = keyIn(resource, target.attribute) ?? target.attribute;
  if (target.filter) applyToSome(resource, key, op, { ...target, filter: target.filter }, value);
  else if (target.member) applyToMember(resource, key, op, target.member, value);
  else if (op === 'remove') resource[key] = withoutValues(resource[key], value);
  else resource[key] = combined(resource[key], op, value);
}

/** `emails`, `name.givenName`, `members[value eq "2"]` or `emails[type eq "work"].value`. */
function parsePath(path: string): Target | undefined {
  const [, name = '', filter, member] =
    /^([A-Za-z][\w.:$-]*)(?:\[(.*)\](?:\.([A-Za-z][\w$-]*))?)?$/s.exec(path.trim()) ?? [];
  if (name === '') throw scimError('InvalidPathError', `The path "${path}" is malformed.`);
  const attribute = attributeOf(name);
  if (attribute === undefined) return undefined;
  const [top = '', ...members] = attribute.split('.');
  if (members.length > 1) throw scimError('InvalidPathError', `The path "${path}" is too deep.`);
  const below = member ?? members[0];
  return {
    attribute: top,
    ...(filter !== undefined && { filter: parseFilter(filter) }),
    ...(below !== undefined && { member: below }),
  };
}

function combined(current: unknown, op: Op, value: unknown): unknown {
  if (Array.isArray(current)) {
    const values = Array.isArray(value) ? value : [value];
    return op === 'replace' ? values : withValues(current, values);
  }
  if (isObject(current) && isObject(value)) return { ...current, ...sameKeys(current, value) };
  return value;
}

function applyToMember(resource: Json, key: string, op: Op, member: string, value: unknown): void {
  const current = resource[key] ?? {};
  for (const each of [current].flat().filter(isObject)) setMember(each, op, member, value);
  resource[key] = current;
}

function applyToSome(
  resource: Json,
  key: string,
  op: Op,
  { filter, member }: { filter: Filter; member?: string },
  value: unknown,
): void {
  const current = [resource[key] ?? []].flat().filter(isObject);
  const found = current.filter((each) => matches(filter, each));
  if (op === 'remove' && member === undefined) {
    const removed = new Set(found);
    resource[key] = current.filter((each) => !removed.has(each));
    return;
  }
  // Microsoft Entra ID replaces values that do not exist yet.
  const added = op === 'remove' || found.length > 0 ? [] : [newValue(filter)];
  for (const each of [...found, ...added]) {
    if (member !== undefined) setMember(each, op, member, value);
    else if (isObject(value)) Object.assign(each, sameKeys(each, value));
  }
  resource[key] = [...current, ...added];
}

/** A value that the filter matches, if that is possible with `eq` alone. */
function newValue(filter: Filter): Json {
  if (filter.kind === 'compare' && filter.operator === 'eq') {
    return { [filter.attribute]: filter.value };
  }
  if (filter.kind === 'and') return Object.assign({}, ...filter.filters.map(newValue));
  throw scimError('NoTargetError', 'No value matches the filter of the path.');
}

function setMember(object: Json, op: Op, member: string, value: unknown): void {
  const key = keyIn(object, member) ?? member;
  if (op === 'remove') delete object[key];
  else object[key] = value;
}

/** Values that are equal, or have an equal member `value`, are not added again. */
function withValues(current: unknown[], added: unknown[]): unknown[] {
  const known = new Set(current.map(identity));
  return [...current, ...added.filter((each) => !known.has(identity(each)))];
}

/** All values, or only those that the operation lists, as Microsoft Entra ID does. */
function withoutValues(current: unknown, removed: unknown): unknown {
  if (!Array.isArray(current) || removed === undefined || removed === null) return undefined;
  const unwanted = new Set([removed].flat().map(identity));
  return current.filter((each) => !unwanted.has(identity(each)));
}

const identity = (value: unknown) =>
  String(isObject(value) ? (memberOf(value, 'value') ?? JSON.stringify(value)) : value);

/** The members under the names that the object has for them. */
const sameKeys = (object: Json, members: Json): Json =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [keyIn(object, name) ?? name, value]),
  );
