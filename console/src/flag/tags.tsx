import {
  Autocomplete,
  Badge,
  Button,
  CloseButton,
  Group,
  Select,
  Stack,
  Text,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Flag } from '../../../server/flags/schema.ts';
import { useMay } from '../session/api.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { PlusIcon } from '../ui/icons.tsx';
import { Panel } from '../ui/panel.tsx';
import { toast } from '../ui/toasts.tsx';
import { addTag, removeTag, type TagName, tagsQuery, tagTypesQuery } from './api.ts';
import { refetchFlag, useWrite } from './writes.ts';

export function Tags({ flag }: { flag: Flag }) {
  const { may } = useMay();
  const [adding, setAdding] = useState(false);
  const write = useWrite();
  const mayUpdate = may('UPDATE_FEATURE', flag.project) && !flag.archived;
  const remove = (tag: TagName) =>
    write.mutate(async () => {
      await removeTag(flag.name, tag);
      toast(`The tag ${said(tag)} is gone`, () => write.mutateAsync(() => addTag(flag.name, tag)));
    });
  return (
    <Panel
      title="Tags"
      actions={
        mayUpdate &&
        !adding && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<PlusIcon size={14} />}
            onClick={() => setAdding(true)}
          >
            Add tag
          </Button>
        )
      }
    >
      {flag.tags.length === 0 && !adding && (
        <Text size="sm" c="dimmed">
          No tags. They group flags across projects, and the search finds by them.
        </Text>
      )}
      <Group gap={6}>
        {flag.tags.map((tag) => (
          <Badge
            key={said(tag)}
            size="lg"
            variant="default"
            tt="none"
            fw={500}
            rightSection={
              mayUpdate && (
                <CloseButton
                  size="xs"
                  aria-label={`Remove the tag ${said(tag)}`}
                  onClick={() => remove(tag)}
                />
              )
            }
          >
            {said(tag)}
          </Badge>
        ))}
      </Group>
      {adding && <AddTag flag={flag} onDone={() => setAdding(false)} />}
    </Panel>
  );
}

const said = ({ type, value }: TagName) => (type === 'simple' ? value : `${type}:${value}`);

function AddTag({ flag, onDone }: { flag: Flag; onDone: () => void }) {
  const client = useQueryClient();
  const types = useQuery(tagTypesQuery).data?.tagTypes ?? [];
  const known = useQuery(tagsQuery).data?.tags ?? [];
  const [tag, setTag] = useState<TagName>({ type: 'simple', value: '' });
  const adding = useMutation({
    mutationFn: () => addTag(flag.name, tag),
    onSuccess: async () => {
      await refetchFlag(client);
      onDone();
    },
  });
  const values = known.filter(({ type }) => type === tag.type).map(({ value }) => value);
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
