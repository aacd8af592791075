import { EventEmitter } from 'node:events';
import { Unleash } from 'unleash-client';
import type { Flag, Segment } from '../delivery/evaluation/model.ts';

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
