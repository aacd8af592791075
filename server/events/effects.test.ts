import { describe, expect, test } from 'vitest';
import type { EventDefinition } from './catalogue/definition.ts';
import { catalogue, typesChanging, typesWhere } from './catalogue.ts';
import { type EventType, eventTypes } from './types.ts';

describe('the effects of event types', () => {
  test.each<[string, (definition: EventDefinition) => boolean, EventType[]]>([
    [
      'a change in one environment needs a change request if the environment is protected',
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
      'a change in all environments needs one if any environment of the project is protected',
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
      'SDKs do not reload a flag for a change that does not affect evaluation',
      ({ scope, sdk }) => scope === 'flag' && sdk === 'nothing',
      [
        'feature-completed',
        'feature-uncompleted',
        'feature-potentially-stale-on',
        'feature-favorited',
        'feature-unfavorited',
        'view-entered',
      ],
    ],
    [
      'the health history replays changes of the age, type, state or project of a flag',
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

  test('every type that suspends a schedule is protected, except its author and the defaults', () => {
    const unprotected = typesWhere(
      ({ schedule, protection }) => schedule !== 'none' && protection === 'none',
    );

    expect(unprotected).toEqual(typesChanging('user', 'default-strategy', 'default-stickiness'));
  });

  test('an event without a flag never makes SDKs reload a flag', () => {
    expect(typesWhere(({ scope, sdk }) => sdk === 'flag' && scope !== 'flag')).toEqual([]);
  });

  test('change requests do not affect SDKs until they are applied', () => {
    const ofRequests = eventTypes.filter((type) => type.startsWith('change-'));

    expect(ofRequests.filter((type) => catalogue[type].sdk !== 'nothing')).toEqual([]);
    expect(ofRequests.length).toBeGreaterThan(10);
  });
});
