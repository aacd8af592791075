import type { EventType } from '../types.ts';
import { tag } from './flags.ts';
import {
  changedMembers,
  inProject,
  memberOf,
  renamed,
  type Sentence,
  type ToldEvent,
  thing,
} from './sentences.ts';

/** What flags of any project use: strategy types, context, tags, environments and segments. */
export const sharedSentences = {
  'strategy-created': {
    label: 'Strategy type created',
    did: (event) => `created ${named('strategy type', event)}`,
  },
  'strategy-deleted': {
    label: 'Strategy type deleted',
    did: (event) => `deleted ${named('strategy type', event)}`,
  },
  'strategy-deprecated': {
    label: 'Strategy type deprecated',
    did: (event) => `deprecated ${named('strategy type', event)}`,
  },
  'strategy-reactivated': {
    label: 'Strategy type reactivated',
    did: (event) => `reactivated ${named('strategy type', event)}`,
  },
  'strategy-updated': {
    label: 'Strategy type updated',
    did: (event) => `updated ${named('strategy type', event)}${changedMembers(event)}`,
  },
  'strategy-import': {
    label: 'Strategy type imported',
    did: (event) => `imported ${named('strategy type', event)}`,
  },
  'drop-strategies': {
    label: 'All strategy types removed',
    did: () => 'removed all strategy types',
  },
  'context-field-created': {
    label: 'Context field created',
    did: (event) => `created ${named('context field', event)}`,
  },
  'context-field-updated': {
    label: 'Context field updated',
    did: (event) => `updated ${renamed('context field', event)}${changedMembers(event)}`,
  },
  'context-field-deleted': {
    label: 'Context field deleted',
    did: (event) => `deleted ${named('context field', event)}`,
  },
  'tag-created': {
    label: 'Tag created',
    did: (event) => `created ${tag(event)}`,
  },
  'tag-deleted': {
    label: 'Tag deleted',
    did: (event) => `deleted ${tag(event)}`,
  },
  'tag-import': {
    label: 'Tag imported',
    did: (event) => `imported ${tag(event)}`,
  },
  'drop-tags': {
    label: 'All tags removed',
    did: () => 'removed all tags',
  },
  'tag-type-created': {
    label: 'Tag type created',
    did: (event) => `created ${named('tag type', event)}`,
  },
  'tag-type-deleted': {
    label: 'Tag type deleted',
    did: (event) => `deleted ${named('tag type', event)}`,
  },
  'tag-type-updated': {
    label: 'Tag type updated',
    did: (event) => `updated ${named('tag type', event)}${changedMembers(event)}`,
  },
  'tag-type-import': {
    label: 'Tag type imported',
    did: (event) => `imported ${named('tag type', event)}`,
  },
  'drop-tag-types': {
    label: 'All tag types removed',
    did: () => 'removed all tag types',
  },
  'drop-environments': {
    label: 'All environments removed',
    did: () => 'removed all environments',
  },
  'environment-import': {
    label: 'Environment imported',
    did: (event) => `imported ${environment(event)}`,
  },
  'environment-created': {
    label: 'Environment created',
    did: (event) => `created ${environment(event)}`,
  },
  'environment-updated': {
    label: 'Environment updated',
    did: (event) => `updated ${environment(event)}${changedMembers(event)}`,
  },
  'environment-deleted': {
    label: 'Environment deleted',
    did: (event) => `deleted ${environment(event)}`,
  },
  'segment-created': {
    label: 'Segment created',
    did: (event) => `created ${named('segment', event)}${inProject(event)}`,
  },
  'segment-updated': {
    label: 'Segment updated',
    did: (event) =>
      `updated ${renamed('segment', event)}${inProject(event)}${changedMembers(event)}`,
  },
  'segment-deleted': {
    label: 'Segment deleted',
    did: (event) => `deleted ${named('segment', event)}${inProject(event)}`,
  },
  'segment-import': {
    label: 'Segment imported',
    did: (event) => `imported ${named('segment', event)}${inProject(event)}`,
  },
} as const satisfies Partial<Record<EventType, Sentence>>;

const named = (noun: string, event: ToldEvent) => thing(noun, memberOf(event, 'name'));

const environment = (event: ToldEvent) =>
  thing('environment', event.environment ?? memberOf(event, 'name'));
