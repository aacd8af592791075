import { Autocomplete, Button, Group, Select, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { tagsQuery, tagTypesQuery } from '../tags/api.ts';
import { addTag, type TagName } from './api.ts';
import { texts } from './texts.ts';
import { refetchFlag } from './writes.ts';

const t = texts.tags;

export default function AddTag({ flag, onDone }: { flag: Flag; onDone: () => void }) {
  const client = useQueryClient();
  const types = useQuery(tagTypesQuery).data?.tagTypes ?? [];
  const existing = useQuery(tagsQuery).data?.tags ?? [];
  const [tag, setTag] = useState<TagName>({ type: 'simple', value: '' });
  const adding = useMutation({
    mutationFn: () => addTag(flag.name, tag),
    onSuccess: async () => {
      await refetchFlag(client);
      onDone();
    },
  });
  const values = existing.filter(({ type }) => type === tag.type).map(({ value }) => value);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        adding.mutate();
      }}
    >
      <Stack gap="xs" mt="xs">
        {adding.error && <ErrorNote error={adding.error} />}
        <Group gap="xs" align="flex-start">
          <Select
            aria-label={t.type}
            w={120}
            allowDeselect={false}
            data={types.map(({ name }) => name)}
            value={tag.type}
            onChange={(type) => type && setTag({ ...tag, type })}
          />
          <Autocomplete
            aria-label={t.tag}
            placeholder={t.length}
            autoFocus
            limit={20}
            maxLength={50}
            data={[...new Set(values)]}
            value={tag.value}
            onChange={(value) => setTag({ ...tag, value })}
            style={{ flex: '1 1 120px' }}
          />
        </Group>
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={onDone}>
            {ui.common.cancel}
          </Button>
          <Button size="xs" type="submit" loading={adding.isPending}>
            {ui.common.add}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
