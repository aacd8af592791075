import { Autocomplete, Button, Group, Select, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { tagsQuery, tagTypesQuery } from '../tags/api.ts';
import { addTag, type TagName } from './api.ts';
import { refetchFlag } from './writes.ts';

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
            aria-label="Type of the tag"
            w={120}
            allowDeselect={false}
            data={types.map(({ name }) => name)}
            value={tag.type}
            onChange={(type) => type && setTag({ ...tag, type })}
          />
          <Autocomplete
            aria-label="Tag"
            placeholder="2 to 50 characters"
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
            Cancel
          </Button>
          <Button size="xs" type="submit" loading={adding.isPending}>
            Add
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
