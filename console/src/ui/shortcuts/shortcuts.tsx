import { Box, Group, Kbd, Stack, Text, Title } from '@mantine/core';
import { Fragment } from 'react';
import { Dialog } from '../dialog.tsx';
import { texts as words } from './texts.ts';

const { ctrl, end, enter, esc, home, pageDown, pageUp, shift, space, tab } = words.keys;

/** Each shortcut has alternatives, each of which is a combination of keys. */
const sections: readonly { title: string; shortcuts: readonly [string, string[]][] }[] = [
  {
    title: words.everywhere,
    shortcuts: [
      [words.palette, [`${ctrl} K`]],
      [words.search, ['/']],
      [words.shortcuts, ['?']],
      [words.close, [esc]],
    ],
  },
  {
    title: words.inSearch,
    shortcuts: [
      [words.suggest, [`${ctrl} ${space}`]],
      [words.suggestion, ['↑', '↓']],
      [words.complete, [enter, tab]],
    ],
  },
  {
    title: words.list,
    shortcuts: [
      [words.move, ['↑', '↓']],
      [words.ends, [home, end]],
      [words.open, [enter]],
      [words.select, [space]],
      [words.extend, [`${shift} ↑`, `${shift} ↓`]],
      [words.selectPage, [`${ctrl} A`]],
      [words.selectNone, [esc]],
      [words.actions, [`${shift} F10`]],
    ],
  },
  {
    title: words.strategies,
    shortcuts: [
      [words.pickUp, [space, enter]],
      [words.reorder, ['↑', '↓']],
      [words.cancel, [esc]],
      [words.boundary, ['←', '→']],
      [words.boundaryFar, [pageUp, pageDown]],
      [words.boundaryEnds, [home, end]],
    ],
  },
  {
    title: words.charts,
    shortcuts: [
      [words.width, ['←', '→']],
      [words.point, ['←', '→']],
    ],
  },
];

/** `?`: the keys that pages react to. */
export default function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={words.title} size="lg">
      <Stack gap="lg">
        {sections.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <Title order={3} size="h6" c="dimmed" mb={6}>
              {title}
            </Title>
            <Box component="dl" m={0}>
              {shortcuts.map(([label, keys]) => (
                <Shortcut key={label} label={label} keys={keys} />
              ))}
            </Box>
          </section>
        ))}
      </Stack>
    </Dialog>
  );
}

function Shortcut({ label, keys }: { label: string; keys: readonly string[] }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="md" py={4}>
      <Text component="dt" size="sm">
        {label}
      </Text>
      <Group component="dd" m={0} gap={6} wrap="nowrap">
        {keys.map((combination, index) => (
          <Fragment key={combination}>
            {index > 0 && (
              <Text span size="xs" c="dimmed">
                {words.or}
              </Text>
            )}
            <Kbd style={{ whiteSpace: 'nowrap' }}>{combination}</Kbd>
          </Fragment>
        ))}
      </Group>
    </Group>
  );
}
