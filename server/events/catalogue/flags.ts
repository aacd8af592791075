import type { EventType } from '../types.ts';
import { bold, boldLink, escaped, listing, textOf } from './markdown.ts';
import {
  changed,
  changedMembers,
  detail,
  factsOf,
  flag,
  formerFlag,
  inPlace,
  inProject,
  listOf,
  memberOf,
  project,
  type Sentence,
  type ToldEvent,
  thing,
} from './sentences.ts';
import { strategyChanges, titleOf, variantsText } from './strategy-changes.ts';

export const flagSentences = {
  'application-created': {
    label: 'Application created',
    did: (event) =>
      `saw ${thing('application', memberOf(event, 'appName', 'name'))} for the first time`,
  },
  'feature-created': {
    label: 'Flag created',
    did: (event) => `created ${flag(event)}${inProject(event)}`,
  },
  'feature-deleted': {
    label: 'Flag deleted',
    did: (event) => `deleted ${formerFlag(event)}${inProject(event)}`,
  },
  'feature-updated': {
    label: 'Flag updated',
    did: (event) => `updated ${flag(event)}${inProject(event)}${changedMembers(event)}`,
  },
  'feature-metadata-updated': {
    label: 'Flag metadata updated',
    did: (event) => `updated ${flag(event)}${inProject(event)}${metadataChanges(event)}`,
  },
  'feature-variants-updated': {
    label: 'Flag variants updated',
    did: (event) =>
      `updated the variants of ${flag(event)}${inProject(event)}${variantChanges(event)}`,
  },
  'feature-environment-variants-updated': {
    label: 'Flag variants updated',
    did: (event) =>
      `updated the variants of ${flag(event)}${inPlace(event)}${variantChanges(event)}`,
  },
  'feature-project-change': {
    label: 'Flag moved to a new project',
    did: (event) => {
      const from = bold(memberOf(event, 'oldProject'));
      return `moved ${flag(event)}${from === '' ? '' : ` from project ${from}`} to ${project(event)}`;
    },
  },
  'feature-archived': {
    label: 'Flag archived',
    did: (event) => `archived ${formerFlag(event)}${inProject(event)}`,
  },
  'feature-revived': {
    label: 'Flag revived',
    did: (event) => `revived ${flag(event)}${inProject(event)}`,
  },
  'feature-import': {
    label: 'Flag imported',
    did: (event) => `imported ${flag(event)}${inProject(event)}`,
  },
  'feature-tagged': {
    label: 'Flag tagged',
    did: (event) => `tagged ${flag(event)} with ${tag(event)}${inProject(event)}`,
  },
  'feature-tag-import': {
    label: 'Flag tag imported',
    did: (event) => `imported a tag of ${flag(event)}${inProject(event)}`,
  },
  'feature-untagged': {
    label: 'Flag untagged',
    did: (event) => `took ${tag(event)} off ${flag(event)}${inProject(event)}`,
  },
  'feature-strategy-update': {
    label: 'Flag strategy updated',
    did: (event) => {
      const where = textOf(event.environment) === '' ? '' : ` in ${bold(event.environment)}`;
      const how = ` by updating ${thing('strategy', titleOf(event))}${where}`;
      return `updated ${flag(event)}${inProject(event)}${how}${strategyChanges(event)}`;
    },
  },
  'feature-strategy-add': {
    label: 'Flag strategy added',
    did: (event) => `added ${thing('strategy', titleOf(event))} to ${flag(event)}${inPlace(event)}`,
  },
  'feature-strategy-remove': {
    label: 'Flag strategy removed',
    did: (event) =>
      `removed ${thing('strategy', titleOf(event))} from ${flag(event)}${inPlace(event)}`,
  },
  'feature-type-updated': {
    label: 'Flag type updated',
    did: (event) => {
      const days = (facts: unknown) => factsOf(facts).lifetimeDays;
      const text = (value: unknown) => escaped(value) || 'unlimited';
      const change = changed('lifetime in days', days(event.preData), days(event.data), text);
      return `updated ${thing('flag type', memberOf(event, 'name', 'id'))}${detail(change)}`;
    },
  },
  'feature-completed': {
    label: 'Flag marked as completed',
    did: (event) => `marked ${flag(event)} as completed${inProject(event)}${outcome(event)}`,
  },
  'feature-uncompleted': {
    label: 'Flag completion taken back',
    did: (event) => `marked ${flag(event)} as not completed after all${inProject(event)}`,
  },
  'strategy-order-changed': {
    label: 'Flag strategy order changed',
    did: (event) => `changed the order of the strategies of ${flag(event)}${inPlace(event)}`,
  },
  'drop-feature-tags': {
    label: 'All flag tags removed',
    did: () => 'removed the tags of all flags',
  },
  'feature-stale-on': {
    label: 'Flag marked as stale',
    did: (event) => `marked ${flag(event)} as stale${inProject(event)}`,
  },
  'feature-stale-off': {
    label: 'Flag stale marking removed',
    did: (event) => `removed the stale mark of ${flag(event)}${inProject(event)}`,
  },
  'feature-potentially-stale-on': {
    label: 'Flag potentially stale',
    did: (event) => `found ${flag(event)} to be potentially stale${inProject(event)}`,
  },
  'drop-features': {
    label: 'All flags removed',
    did: () => 'removed all flags',
  },
  'feature-environment-enabled': {
    label: 'Flag enabled',
    did: (event) => `enabled ${flag(event)}${inPlace(event)}`,
  },
  'feature-environment-disabled': {
    label: 'Flag disabled',
    did: (event) => `disabled ${flag(event)}${inPlace(event)}`,
  },
  'feature-favorited': {
    label: 'Flag added to favourites',
    did: (event) => `made ${flag(event)} a favourite${inProject(event)}`,
  },
  'feature-unfavorited': {
    label: 'Flag removed from favourites',
    did: (event) => `no longer has ${flag(event)} as a favourite${inProject(event)}`,
  },
  'features-exported': {
    label: 'Flags exported',
    did: (event) => {
      const { features, environment } = factsOf(event.data);
      const names = listOf(features)
        .map(bold)
        .filter((name) => name !== '');
      const which = names.length === 0 ? 'flags' : `flags ${listing(names)}`;
      const from = bold(environment);
      return `exported ${which}${from === '' ? inPlace(event) : ` from environment ${from}`}`;
    },
  },
  'features-imported': {
    label: 'Flags imported',
    did: (event) => `imported flags${inPlace(event)}`,
  },
  'feature-dependency-added': {
    label: 'Flag dependency added',
    did: (event) => {
      const { enabled, variants } = factsOf(event.data);
      const names = listOf(variants).map(escaped);
      const state = enabled === false ? ' being off' : '';
      const shown = names.length === 0 ? '' : ` giving one of ${listing(names)}`;
      return `made ${flag(event)} depend on ${parent(event)}${state}${shown}${inProject(event)}`;
    },
  },
  'feature-dependency-removed': {
    label: 'Flag dependency removed',
    did: (event) => `made ${flag(event)} independent of ${parent(event)}${inProject(event)}`,
  },
  'feature-dependencies-removed': {
    label: 'Flag dependencies removed',
    did: (event) => `removed all dependencies of ${flag(event)}${inProject(event)}`,
  },
} as const satisfies Partial<Record<EventType, Sentence>>;

/** `**simple:ios**`, its two halves as one text. */
export function tag(event: ToldEvent): string {
  const [type, value] = [textOf(memberOf(event, 'type')), textOf(memberOf(event, 'value'))];
  return thing('tag', type === '' ? value : `${type}:${value}`);
}

function parent({ project: id, data }: ToldEvent): string {
  const { feature } = factsOf(data);
  if (textOf(id) === '' || textOf(feature) === '') return thing('flag', feature);
  return `flag ${boldLink(feature, ['projects', id, 'features', feature])}`;
}

/** Links are a list of their own, told of apart from the flag. */
function metadataChanges(event: ToldEvent): string {
  const [before, after] = [factsOf(event.preData), factsOf(event.data)];
  const links = changed('links', before.links, after.links, linksText);
  return links.length > 0 ? detail(links) : changedMembers(event);
}

function linksText(links: unknown): string {
  const texts = listOf(links).map((link) => {
    const { title, url } = factsOf(link);
    return escaped(title) || escaped(url);
  });
  return texts.length === 0 ? '' : listing(texts);
}

function variantChanges({ data, preData }: ToldEvent): string {
  const [before, after] = [factsOf(preData), factsOf(data)];
  return detail(changed('variants', before.variants, after.variants, variantsText));
}

function outcome({ data }: ToldEvent): string {
  const { status, statusValue } = factsOf(data);
  const value = escaped(statusValue);
  const text = escaped(status);
  return text === '' ? '' : `: ${text}${value === '' ? '' : ` as ${value}`}`;
}
