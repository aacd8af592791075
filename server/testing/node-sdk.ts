import { EventEmitter } from 'node:events';
import { Unleash } from 'unleash-client';
import { expect } from 'vitest';
import { evaluateFlag } from '../delivery/evaluation/evaluate.ts';
import type { Context, Flag, Lookup, Segment } from '../delivery/evaluation/model.ts';

/** The official SDK with the given flags, without a server. */
export function nodeSdk(state: readonly Flag[], known: readonly Segment[]): Unleash {
  const repository = Object.assign(new EventEmitter(), {
    getToggle: (name: string) => state.find((flag) => flag.name === name),
    getToggles: () => state,
    getTogglesWithSegmentData: () => [],
    getSegment: (id: number) => known.find((segment) => segment.id === id),
    stop: () => {},
    start: async () => {},
  });
  const sdk = new Unleash({
    appName: 'test',
    url: 'http://127.0.0.1:1',
    disableMetrics: true,
    disableAutoStart: true,
    skipInstanceCountWarning: true,
    repository: repository as never,
  });
  repository.emit('ready');
  return sdk;
}

/** The SDK returns the same state and variant for each flag as our evaluation. */
export function expectSameResults(
  sdk: Unleash,
  lookup: Lookup,
  names: readonly string[],
  context: Context,
): void {
  const ours = names.map((name) => {
    const options = { now: 0, random: () => 0 };
    const { enabled, variant } = evaluateFlag(lookup, name, context, options);
    return { name, enabled, variant: variant.name };
  });
  const theirs = names.map((name) => ({
    name,
    enabled: sdk.isEnabled(name, context as never),
    variant: sdk.getVariant(name, context as never).name,
  }));
  expect(ours).toEqual(theirs);
}
