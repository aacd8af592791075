import type { EventType } from '../types.ts';
import { type EventDefinition, ofInstallation, ofShared } from './definition.ts';
import { tag } from './flags.ts';
import {
  changedMembers,
  inProject,
  type LoggedEvent,
  memberOf,
  nounPhrase,
  renamed,
} from './sentences.ts';

/** Strategy types, context fields, tags, environments and segments. */
export const sharedEvents = {
  'strategy-created': ofInstallation(
    'Strategy type created',
    (event) => `created ${named('strategy type', event)}`,
  ),
  'strategy-deleted': ofInstallation(
    'Strategy type deleted',
    (event) => `deleted ${named('strategy type', event)}`,
  ),
  'strategy-deprecated': ofInstallation(
    'Strategy type deprecated',
    (event) => `deprecated ${named('strategy type', event)}`,
  ),
  'strategy-reactivated': ofInstallation(
    'Strategy type reactivated',
    (event) => `reactivated ${named('strategy type', event)}`,
  ),
  'strategy-updated': ofInstallation(
    'Strategy type updated',
    (event) => `updated ${named('strategy type', event)}${changedMembers(event)}`,
  ),
  'strategy-import': ofInstallation(
    'Strategy type imported',
    (event) => `imported ${named('strategy type', event)}`,
  ),
  'drop-strategies': ofInstallation(
    'All strategy types removed',
    () => 'removed all strategy types',
  ),
  'context-field-created': ofInstallation(
    'Context field created',
    (event) => `created ${named('context field', event)}`,
  ),
  'context-field-updated': ofInstallation(
    'Context field updated',
    (event) => `updated ${renamed('context field', event)}${changedMembers(event)}`,
  ),
  'context-field-deleted': ofInstallation(
    'Context field deleted',
    (event) => `deleted ${named('context field', event)}`,
  ),
  'tag-created': ofInstallation('Tag created', (event) => `created ${tag(event)}`),
  'tag-deleted': ofInstallation('Tag deleted', (event) => `deleted ${tag(event)}`),
  'tag-import': ofInstallation('Tag imported', (event) => `imported ${tag(event)}`),
  'drop-tags': ofInstallation('All tags removed', () => 'removed all tags'),
  'tag-type-created': ofInstallation(
    'Tag type created',
    (event) => `created ${named('tag type', event)}`,
  ),
  'tag-type-deleted': ofInstallation(
    'Tag type deleted',
    (event) => `deleted ${named('tag type', event)}`,
  ),
  'tag-type-updated': ofInstallation(
    'Tag type updated',
    (event) => `updated ${named('tag type', event)}${changedMembers(event)}`,
  ),
  'tag-type-import': ofInstallation(
    'Tag type imported',
    (event) => `imported ${named('tag type', event)}`,
  ),
  'drop-tag-types': ofInstallation('All tag types removed', () => 'removed all tag types'),
  'drop-environments': ofInstallation('All environments removed', () => 'removed all environments'),
  'environment-import': ofInstallation(
    'Environment imported',
    (event) => `imported ${environment(event)}`,
  ),
  'environment-created': ofInstallation(
    'Environment created',
    (event) => `created ${environment(event)}`,
  ),
  'environment-updated': ofInstallation(
    'Environment updated',
    (event) => `updated ${environment(event)}${changedMembers(event)}`,
  ),
  'environment-deleted': ofInstallation(
    'Environment deleted',
    (event) => `deleted ${environment(event)}`,
  ),
  'segment-created': ofShared(
    'Segment created',
    (event) => `created ${named('segment', event)}${inProject(event)}`,
  ),
  'segment-updated': ofShared(
    'Segment updated',
    (event) => `updated ${renamed('segment', event)}${inProject(event)}${changedMembers(event)}`,
    {
      protection: 'segment',
      schedule: { subject: 'segment', became: 'was changed' },
      sdk: 'segment',
    },
  ),
  'segment-deleted': ofShared(
    'Segment deleted',
    (event) => `deleted ${named('segment', event)}${inProject(event)}`,
    {
      protection: 'segment',
      schedule: { subject: 'segment', became: 'was deleted' },
    },
  ),
  'segment-import': ofShared(
    'Segment imported',
    (event) => `imported ${named('segment', event)}${inProject(event)}`,
  ),
} satisfies Partial<Record<EventType, EventDefinition>>;

const named = (noun: string, event: LoggedEvent) => nounPhrase(noun, memberOf(event, 'name'));

const environment = (event: LoggedEvent) =>
  nounPhrase('environment', event.environment ?? memberOf(event, 'name'));
