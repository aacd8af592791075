import { createMemory } from '../answers/memory.ts';
import { type Packed, pack } from '../answers/packing.ts';
import {
  type EnvironmentState,
  etagOf,
  hashOf,
  inlineSegments,
  type Selection,
  segmentsOf,
  selectFlags,
} from './rules.ts';
import type { ClientFeatures } from './schema.ts';

export type Payload = Packed & { etag: string; revision: number };

export type Payloads = {
  /** The one in memory, whatever its revision. */
  held: (selection: Selection) => Payload | undefined;
  build: (state: EnvironmentState, selection: Selection) => Payload;
};

export function createPayloads(bytesMax: number): Payloads {
  const memory = createMemory<Payload>(bytesMax);

  return {
    held: (selection) => memory.get(keyOf(selection)),
    build: (state, selection) => {
      const key = keyOf(selection);
      const queryHash = hashOf(selection);
      const etag = etagOf(queryHash, state.revision);
      const meta = { revisionId: state.revision, etag, queryHash };
      const body = Buffer.from(serialise(state, selection, meta));
      const payload = Object.assign(
        pack(body, () => memory.resized(key)),
        { etag, revision: state.revision },
      );
      memory.set(key, payload);
      return payload;
    },
  };
}

const keyOf = (selection: Selection) => JSON.stringify(selection);

/** Put together from the texts of the flags, for writing them all anew takes many times longer. */
function serialise(
  state: EnvironmentState,
  selection: Selection,
  meta: ClientFeatures['meta'],
): string {
  const flags = selectFlags(state, selection);
  const features = flags.map(({ feature, json }) =>
    selection.inlined ? JSON.stringify(inlineSegments(state, feature)) : json,
  );
  const segments = selection.inlined
    ? ''
    : `"segments":${JSON.stringify(segmentsOf(state, flags))},`;
  const query = JSON.stringify(echoOf(selection));
  return `{"version":2,"features":[${features.join(',')}],${segments}"query":${query},"meta":${JSON.stringify(meta)}}`;
}

const echoOf = (selection: Selection): ClientFeatures['query'] => ({
  environment: selection.environment,
  ...(selection.projects === undefined ? {} : { project: [...selection.projects] }),
  ...(selection.namePrefix === '' ? {} : { namePrefix: selection.namePrefix }),
  ...(selection.tags.length === 0 ? {} : { tag: selection.tags.map(splitTag) }),
  inlineSegmentConstraints: selection.inlined,
});

const splitTag = (tag: string) => {
  const at = tag.indexOf(':');
  return [tag.slice(0, at), tag.slice(at + 1)];
};
