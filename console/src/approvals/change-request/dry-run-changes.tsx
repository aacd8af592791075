import { Stack, Text } from '@mantine/core';
import type { ShownStrategy } from '../../flags/strategies/strategy-view.tsx';
import { Disclose } from '../../ui/disclose.tsx';
import { texts } from '../texts.tsx';
import { Side } from './change-body.tsx';
import { ValuesDiff } from './values-diff.tsx';

const text = texts.changeRequest.dryRun;

type Difference = { path: string; before?: unknown; after?: unknown };

/** What a dry run changes in a flag or segment: in words where there are some, else as values. */
export function DryRunChanges({ differences }: { differences: readonly Difference[] }) {
  const inWords = differences.filter(isInWords);
  const others = differences.filter((difference) => !isInWords(difference));
  return (
    <Stack gap={6}>
      {inWords.map((difference) => (
        <InWords key={difference.path} difference={difference} />
      ))}
      {others.length > 0 && <Diff differences={others} />}
      {inWords.length > 0 && (
        <Disclose label={texts.changeRequest.changes.allDifferences}>
          <Diff differences={differences} />
        </Disclose>
      )}
    </Stack>
  );
}

const isSwitch = ({ path }: Difference) => path === '/enabled';

/** A strategy that is added or removed; the members of a changed one differ each. */
const isStrategy = ({ path }: Difference) => /^\/strategies\/[^/]+$/.test(path);

const isArchiving = ({ path, after }: Difference) => path === '/archived' && after === true;

const isInWords = (difference: Difference) =>
  [isSwitch, isStrategy, isArchiving].some((is) => is(difference));

function InWords({ difference }: { difference: Difference }) {
  const { before, after } = difference;
  if (isSwitch(difference)) {
    return <Text size="sm">{text.switched(before === true, after === true)}</Text>;
  }
  if (isArchiving(difference)) {
    return <Text size="sm">{texts.changeRequest.changes.archive}</Text>;
  }
  return (
    <>
      {isObject(before) && <Side side="before" strategy={before as ShownStrategy} />}
      {isObject(after) && <Side side="after" strategy={after as ShownStrategy} />}
    </>
  );
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

const Diff = ({ differences }: { differences: readonly Difference[] }) => (
  <ValuesDiff before={sideOf(differences, 'before')} after={sideOf(differences, 'after')} />
);

/** One side of all differences, keyed by path. */
const sideOf = (differences: readonly Difference[], side: 'before' | 'after') =>
  Object.fromEntries(differences.map((each) => [each.path.slice(1), each[side]]));
