import { isDeepStrictEqual } from 'node:util';
import { bold, boldLink, escaped, textOf } from './markdown.ts';
import { memberName, memberText } from './words.ts';

/** An event of the log; `data` and `preData` may be any JSON value. */
export type LoggedEvent = {
  type: string;
  createdBy: string;
  project: string | null;
  environment: string | null;
  featureName: string | null;
  data: unknown;
  preData: unknown;
};

export type Data = Record<string, unknown>;

/** The members of an object; empty for other values. */
export const dataOf = (value: unknown): Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : {};

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The first of the members with a text, in `data` before `preData`. */
export function memberOf({ data, preData }: LoggedEvent, ...names: string[]): unknown {
  const [now, before] = [dataOf(data), dataOf(preData)];
  return names.flatMap((name) => [now[name], before[name]]).find((value) => textOf(value) !== '');
}

/** `segment **EU**`; `a segment` without a name. */
export function nounPhrase(noun: string, name: unknown): string {
  const text = bold(name);
  return text === '' ? `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}` : `${noun} ${text}`;
}

/** The name before the change; `changedMembers` adds the new one. */
export function renamed(noun: string, { data, preData }: LoggedEvent): string {
  const [before, after] = [dataOf(preData).name, dataOf(data).name];
  return nounPhrase(noun, textOf(before) === '' ? after : before);
}

/** The flag with a link to its page. */
export function flag({ project, featureName }: LoggedEvent): string {
  if (project === null || featureName === null) return nounPhrase('flag', featureName);
  return `flag ${boldLink(featureName, ['projects', project, 'features', featureName])}`;
}

/** Without a link, as the flag has no page any more. */
export const formerFlag = ({ featureName }: LoggedEvent): string => nounPhrase('flag', featureName);

export const project = ({ project: id }: LoggedEvent): string =>
  textOf(id) === '' ? 'a project' : `project ${boldLink(id, ['projects', id])}`;

export const formerProject = ({ project: id }: LoggedEvent): string => nounPhrase('project', id);

export const inProject = (event: LoggedEvent): string =>
  textOf(event.project) === '' ? '' : ` in ${project(event)}`;

/** The environment and the project of the event, if any. */
export function inScope(event: LoggedEvent): string {
  if (textOf(event.environment) === '') return inProject(event);
  const where = ` in environment ${bold(event.environment)}`;
  return textOf(event.project) === '' ? where : `${where} of ${project(event)}`;
}

/**
 * `rollout from 10% to 50%`, without the old value if there was none. Empty if nothing changed; only
 * `changed` if the difference is in values that the summary does not show.
 */
export function changed(
  name: string,
  before: unknown,
  after: unknown,
  toText: (value: unknown) => string = escaped,
): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  const [from, to] = [toText(before), toText(after)];
  if (from === to) return from === '' ? [] : [`${escaped(name)} changed`];
  return [`${escaped(name)}${from === '' ? '' : ` from ${from}`} to ${to === '' ? 'none' : to}`];
}

const fragmentsMax = 8;

/** The parts of a change as the end of a sentence; empty without parts. */
export function detail(parts: readonly string[]): string {
  if (parts.length === 0) return '';
  const more = parts.length - fragmentsMax;
  const shown = parts.slice(0, fragmentsMax).join('; ');
  return `: ${shown}${more > 0 ? `; and ${more} more changes` : ''}`;
}

/** Every scalar member that changed, in the stored order. */
export const changedMembers = (event: LoggedEvent): string => detail(memberChanges(event));

export function memberChanges({ data, preData }: LoggedEvent): string[] {
  const [before, after] = [dataOf(preData), dataOf(data)];
  if (Object.keys(before).length === 0) return [];
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => isPlain(before[name]) && isPlain(after[name]),
  );
  return names.flatMap((name) =>
    changed(memberName(name), before[name], after[name], (value) => memberText(name, value)),
  );
}

const isPlain = (value: unknown) => typeof value !== 'object' || value === null;
