import type { EventType } from '../types.ts';
import { type EventDefinition, ofFlag, ofInstallation, ofProject } from './definition.ts';
import { bold, boldLink, escaped, listing, textOf } from './markdown.ts';
import {
  changed,
  changedMembers,
  dataOf,
  detail,
  flag,
  formerFlag,
  inProject,
  inScope,
  type LoggedEvent,
  listOf,
  memberOf,
  nounPhrase,
  project,
} from './sentences.ts';
import { strategyChanges, titleOf, variantsText } from './strategy-changes.ts';

export const flagEvents = {
  'application-created': ofInstallation(
    (event) => `registered ${nounPhrase('application', memberOf(event, 'appName', 'name'))}`,
  ),
  'feature-created': ofFlag((event) => `created ${flag(event)}${inProject(event)}`, {
    health: 'flag',
  }),
  'feature-deleted': ofFlag((event) => `deleted ${formerFlag(event)}${inProject(event)}`, {
    health: 'flag',
  }),
  'feature-updated': ofFlag(
    (event) => `updated ${flag(event)}${inProject(event)}${changedMembers(event)}`,
    { health: 'flag' },
  ),
  'feature-metadata-updated': ofFlag(
    (event) => `updated ${flag(event)}${inProject(event)}${metadataChanges(event)}`,
    { health: 'flag' },
  ),
  'feature-variants-updated': ofFlag(
    (event) => `updated the variants of ${flag(event)}${inProject(event)}${variantChanges(event)}`,
  ),
  'feature-environment-variants-updated': ofFlag(
    (event) => `updated the variants of ${flag(event)}${inScope(event)}${variantChanges(event)}`,
    { protection: 'environment', schedule: { subject: 'variants', became: 'was changed' } },
  ),
  'feature-project-change': ofFlag(
    (event) => {
      const from = bold(memberOf(event, 'oldProject'));
      return `moved ${flag(event)}${from === '' ? '' : ` from project ${from}`} to ${project(event)}`;
    },
    {
      protection: 'project',
      schedule: { subject: 'flag', became: 'was moved to another project' },
      health: 'flag',
    },
  ),
  'feature-archived': ofFlag((event) => `archived ${formerFlag(event)}${inProject(event)}`, {
    protection: 'project',
    schedule: { subject: 'flag', became: 'was archived' },
    health: 'flag',
  }),
  'feature-revived': ofFlag((event) => `revived ${flag(event)}${inProject(event)}`, {
    health: 'flag',
  }),
  'feature-import': ofFlag((event) => `imported ${flag(event)}${inProject(event)}`, {
    sdk: 'everything',
  }),
  'feature-tagged': ofFlag(
    (event) => `tagged ${flag(event)} with ${tag(event)}${inProject(event)}`,
  ),
  'feature-tag-import': ofFlag((event) => `imported a tag of ${flag(event)}${inProject(event)}`),
  'feature-untagged': ofFlag(
    (event) => `removed ${tag(event)} from ${flag(event)}${inProject(event)}`,
  ),
  'feature-strategy-update': ofFlag(
    (event) => {
      const where = textOf(event.environment) === '' ? '' : ` in ${bold(event.environment)}`;
      const how = ` by updating ${nounPhrase('strategy', titleOf(event))}${where}`;
      return `updated ${flag(event)}${inProject(event)}${how}${strategyChanges(event)}`;
    },
    { protection: 'environment', schedule: { subject: 'strategy', became: 'was changed' } },
  ),
  'feature-strategy-add': ofFlag(
    (event) => `added ${nounPhrase('strategy', titleOf(event))} to ${flag(event)}${inScope(event)}`,
    { protection: 'environment' },
  ),
  'feature-strategy-remove': ofFlag(
    (event) =>
      `removed ${nounPhrase('strategy', titleOf(event))} from ${flag(event)}${inScope(event)}`,
    { protection: 'environment', schedule: { subject: 'strategy', became: 'was removed' } },
  ),
  'feature-type-updated': ofInstallation(
    (event) => {
      const days = (data: unknown) => dataOf(data).lifetimeDays;
      const text = (value: unknown) => escaped(value) || 'unlimited';
      const change = changed('lifetime in days', days(event.preData), days(event.data), text);
      return `updated ${nounPhrase('flag type', memberOf(event, 'name', 'id'))}${detail(change)}`;
    },
    { health: 'type' },
  ),
  'feature-completed': ofFlag(
    (event) => `marked ${flag(event)} as completed${inProject(event)}${outcome(event)}`,
    { sdk: 'nothing' },
  ),
  'feature-uncompleted': ofFlag(
    (event) => `marked ${flag(event)} as not completed${inProject(event)}`,
    { sdk: 'nothing' },
  ),
  'strategy-order-changed': ofFlag(
    (event) => `changed the order of the strategies of ${flag(event)}${inScope(event)}`,
    { protection: 'environment', schedule: { subject: 'order', became: 'was changed' } },
  ),
  'drop-feature-tags': ofInstallation(() => 'removed the tags of all flags'),
  'feature-stale-on': ofFlag((event) => `marked ${flag(event)} as stale${inProject(event)}`, {
    health: 'flag',
  }),
  'feature-stale-off': ofFlag(
    (event) => `removed the stale mark of ${flag(event)}${inProject(event)}`,
    { health: 'flag' },
  ),
  'feature-potentially-stale-on': ofFlag(
    (event) => `marked ${flag(event)} as potentially stale${inProject(event)}`,
    { sdk: 'nothing' },
  ),
  'view-entered': ofFlag(
    (event) =>
      `found ${flag(event)} in ${nounPhrase('view', memberOf(event, 'name'))}${inProject(event)}`,
    { sdk: 'nothing' },
  ),
  'drop-features': ofInstallation(() => 'removed all flags'),
  'feature-environment-enabled': ofFlag((event) => `enabled ${flag(event)}${inScope(event)}`, {
    protection: 'environment',
    schedule: { subject: 'switch', became: 'was turned on' },
  }),
  'feature-environment-disabled': ofFlag((event) => `disabled ${flag(event)}${inScope(event)}`, {
    protection: 'environment',
    schedule: { subject: 'switch', became: 'was turned off' },
  }),
  'feature-favorited': ofFlag(
    (event) => `marked ${flag(event)} as a favourite${inProject(event)}`,
    { sdk: 'nothing' },
  ),
  'feature-unfavorited': ofFlag(
    (event) => `unmarked ${flag(event)} as a favourite${inProject(event)}`,
    { sdk: 'nothing' },
  ),
  'features-exported': ofInstallation((event) => {
    const { features, environment } = dataOf(event.data);
    const names = listOf(features)
      .map(bold)
      .filter((name) => name !== '');
    const which = names.length === 0 ? 'flags' : `flags ${listing(names)}`;
    const from = bold(environment);
    return `exported ${which}${from === '' ? inScope(event) : ` from environment ${from}`}`;
  }),
  'features-imported': ofProject((event) => `imported flags${inScope(event)}`, {
    sdk: 'revision',
  }),
  'unleash-imported': ofInstallation(
    (event) => {
      const { flags } = dataOf(dataOf(event.data).totals);
      const total = typeof flags === 'number' ? ` with ${flags} flags` : '';
      return `imported an installation of Unleash${total}`;
    },
    { sdk: 'everything' },
  ),
  'feature-dependency-added': ofFlag(
    (event) => {
      const { enabled, variants } = dataOf(event.data);
      const names = listOf(variants).map(escaped);
      const state = enabled === false ? ' being off' : '';
      const shown = names.length === 0 ? '' : ` with one of the variants ${listing(names)}`;
      const on = `${parent(event)}${state}${shown}`;
      return `added the dependency of ${flag(event)} on ${on}${inProject(event)}`;
    },
    { protection: 'project', schedule: { subject: 'dependency', became: 'was changed' } },
  ),
  'feature-dependency-removed': ofFlag(
    (event) => `removed the dependency of ${flag(event)} on ${parent(event)}${inProject(event)}`,
    { protection: 'project', schedule: { subject: 'dependency', became: 'was changed' } },
  ),
  'feature-dependencies-removed': ofFlag(
    (event) => `removed all dependencies of ${flag(event)}${inProject(event)}`,
    { protection: 'project', schedule: { subject: 'dependency', became: 'was changed' } },
  ),
} satisfies Partial<Record<EventType, EventDefinition>>;

/** `tag **simple:ios**`. */
export function tag(event: LoggedEvent): string {
  const [type, value] = [textOf(memberOf(event, 'type')), textOf(memberOf(event, 'value'))];
  return nounPhrase('tag', type === '' ? value : `${type}:${value}`);
}

function parent({ project: id, data }: LoggedEvent): string {
  const { feature } = dataOf(data);
  if (textOf(id) === '' || textOf(feature) === '') return nounPhrase('flag', feature);
  return `flag ${boldLink(feature, ['projects', id, 'features', feature])}`;
}

/** Changes of links are recorded as separate events. */
function metadataChanges(event: LoggedEvent): string {
  const [before, after] = [dataOf(event.preData), dataOf(event.data)];
  const links = changed('links', before.links, after.links, linksText);
  return links.length > 0 ? detail(links) : changedMembers(event);
}

function linksText(links: unknown): string {
  const texts = listOf(links).map((link) => {
    const { title, url } = dataOf(link);
    return escaped(title) || escaped(url);
  });
  return texts.length === 0 ? '' : listing(texts);
}

function variantChanges({ data, preData }: LoggedEvent): string {
  const [before, after] = [dataOf(preData), dataOf(data)];
  return detail(changed('variants', before.variants, after.variants, variantsText));
}

function outcome({ data }: LoggedEvent): string {
  const { status, statusValue } = dataOf(data);
  const value = escaped(statusValue);
  const text = escaped(status);
  return text === '' ? '' : `: ${text}${value === '' ? '' : ` as ${value}`}`;
}
