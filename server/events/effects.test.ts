import { describe, expect, test } from 'vitest';
import type { EventDefinition } from './catalogue/definition.ts';
import { catalogue, typesChanging, typesWhere } from './catalogue.ts';
import { type EventType, eventTypes } from './types.ts';

describe('the effects of types', () => {
  test.each<[string, (definition: EventDefinition) => boolean, EventType[]]>([
    [
      'a change of one environment needs a change request where they are required',
      ({ protection }) => protection === 'environment',
      [
        'feature-environment-variants-updated',
        'feature-strategy-update',
        'feature-strategy-add',
        'feature-strategy-remove',
        'strategy-order-changed',
        'feature-environment-enabled',
        'feature-environment-disabled',
      ],
    ],
    [
      'a change of every environment needs one where they are required in any of the project',
      ({ protection }) => protection === 'project',
      [
        'feature-project-change',
        'feature-archived',
        'feature-dependency-added',
        'feature-dependency-removed',
        'feature-dependencies-removed',
      ],
    ],
    [
      'SDKs do not read a flag again that only people see differently',
      ({ scope, sdk }) => scope === 'flag' && sdk === 'nothing',
      [
        'feature-completed',
        'feature-uncompleted',
        'feature-potentially-stale-on',
        'feature-favorited',
        'feature-unfavorited',
      ],
    ],
    [
      'the history of health replays what changes the age, type, state or project of a flag',
      ({ health }) => health === 'flag',
      [
        'feature-created',
        'feature-deleted',
        'feature-updated',
        'feature-metadata-updated',
        'feature-project-change',
        'feature-archived',
        'feature-revived',
        'feature-stale-on',
        'feature-stale-off',
      ],
    ],
  ])('%s', (_, matches, types) => {
    expect(typesWhere(matches)).toEqual(types);
  });

  test('whatever suspends a schedule is itself protected, but for the loss of its author', () => {
    const unprotected = typesWhere(
      ({ schedule, protection }) => schedule !== 'none' && protection === 'none',
    );

    expect(unprotected).toEqual(typesChanging('user'));
  });

  test('what names no flag never has SDKs read the flag again', () => {
    expect(typesWhere(({ scope, sdk }) => sdk === 'flag' && scope !== 'flag')).toEqual([]);
  });

  test('change requests mean nothing to SDKs until they are applied', () => {
    const ofRequests = eventTypes.filter((type) => type.startsWith('change-'));

    expect(ofRequests.filter((type) => catalogue[type].sdk !== 'nothing')).toEqual([]);
    expect(ofRequests.length).toBeGreaterThan(10);
  });
});
