import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Context, Flag, Segment } from '../delivery/evaluation/model.ts';

/** The client specification, which the official SDKs are tested against. */

type Expected = { name: string; enabled: boolean; feature_enabled: boolean; payload?: object };
type Case<T> = { description: string; context: Context; toggleName: string; expectedResult: T };
type DeltaEvent = {
  type: string;
  features?: Flag[];
  segments?: Segment[];
  feature?: Flag;
  featureName?: string;
  segment?: Segment;
};
export type Specification = {
  name: string;
  state: { features?: Flag[]; segments?: Segment[]; events?: DeltaEvent[] };
  tests?: Case<boolean>[];
  variantTests?: Case<Expected>[];
};

const folder = dirname(
  createRequire(import.meta.url).resolve('@unleash/client-specification/package.json'),
);
const read = <T>(name: string): T =>
  JSON.parse(readFileSync(join(folder, 'specifications', name), 'utf8')) as T;

export const specifications = read<string[]>('index.json').map((name) => read<Specification>(name));

/** The final state; two files contain delta events instead. */
export function stateIn({ features = [], segments = [], events = [] }: Specification['state']) {
  const flags = new Map(features.map((flag) => [flag.name, flag]));
  const known = new Map(segments.map((segment) => [segment.id, segment]));
  for (const event of events) {
    for (const flag of event.features ?? []) flags.set(flag.name, flag);
    for (const segment of event.segments ?? []) known.set(segment.id, segment);
    if (event.feature) flags.set(event.feature.name, event.feature);
    if (event.segment) known.set(event.segment.id, event.segment);
    if (event.type === 'feature-removed') flags.delete(event.featureName ?? '');
  }
  return { flags, segments: known };
}
