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
import { segmentChanges } from './strategy-changes.ts';

/** Strategy types, context fields, tags, environments and segments. */
export const sharedEvents = {
  'strategy-created': ofInstallation((event) => `created ${named('strategy type', event)}`),
  'strategy-deleted': ofInstallation((event) => `deleted ${named('strategy type', event)}`),
  'strategy-deprecated': ofInstallation((event) => `deprecated ${named('strategy type', event)}`),
  'strategy-reactivated': ofInstallation((event) => `reactivated ${named('strategy type', event)}`),
  'strategy-updated': ofInstallation(
    (event) => `updated ${named('strategy type', event)}${changedMembers(event)}`,
  ),
  'strategy-import': ofInstallation((event) => `imported ${named('strategy type', event)}`),
  'drop-strategies': ofInstallation(() => 'removed all strategy types'),
  'context-field-created': ofInstallation((event) => `created ${named('context field', event)}`),
  'context-field-updated': ofInstallation(
    (event) => `updated ${renamed('context field', event)}${changedMembers(event)}`,
  ),
  'context-field-deleted': ofInstallation((event) => `deleted ${named('context field', event)}`),
  'tag-created': ofInstallation((event) => `created ${tag(event)}`),
  'tag-deleted': ofInstallation((event) => `deleted ${tag(event)}`),
  'tag-import': ofInstallation((event) => `imported ${tag(event)}`),
  'drop-tags': ofInstallation(() => 'removed all tags'),
  'tag-type-created': ofInstallation((event) => `created ${named('tag type', event)}`),
  'tag-type-deleted': ofInstallation((event) => `deleted ${named('tag type', event)}`),
  'tag-type-updated': ofInstallation(
    (event) => `updated ${named('tag type', event)}${changedMembers(event)}`,
  ),
  'tag-type-import': ofInstallation((event) => `imported ${named('tag type', event)}`),
  'drop-tag-types': ofInstallation(() => 'removed all tag types'),
  'drop-environments': ofInstallation(() => 'removed all environments'),
  'environment-import': ofInstallation((event) => `imported ${environment(event)}`),
  'environment-created': ofInstallation((event) => `created ${environment(event)}`),
  'environment-updated': ofInstallation(
    (event) => `updated ${environment(event)}${changedMembers(event)}`,
  ),
  'environment-deleted': ofInstallation((event) => `deleted ${environment(event)}`),
  'segment-created': ofShared((event) => `created ${named('segment', event)}${inProject(event)}`),
  'segment-updated': ofShared(
    (event) => `updated ${renamed('segment', event)}${inProject(event)}${segmentChanges(event)}`,
    {
      protection: 'segment',
      schedule: { subject: 'segment', became: 'was changed' },
      sdk: 'segment',
    },
  ),
  'segment-deleted': ofShared((event) => `deleted ${named('segment', event)}${inProject(event)}`, {
    protection: 'segment',
    schedule: { subject: 'segment', became: 'was deleted' },
  }),
  'segment-import': ofShared((event) => `imported ${named('segment', event)}${inProject(event)}`),
} satisfies Partial<Record<EventType, EventDefinition>>;

const named = (noun: string, event: LoggedEvent) => nounPhrase(noun, memberOf(event, 'name'));

const environment = (event: LoggedEvent) =>
  nounPhrase('environment', event.environment ?? memberOf(event, 'name'));
