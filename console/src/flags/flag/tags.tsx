import { Badge, Button, CloseButton, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { PlusIcon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toasts.tsx';
import { addTag, removeTag, type TagName } from './api.ts';
import { texts } from './texts.ts';
import { refetchFlag, useWrite } from './writes.ts';

const AddTag = lazy(() => import('./add-tag.tsx'));

const t = texts.tags;

export function Tags({ flag }: { flag: Flag }) {
  const { may } = useMay();
  const [adding, setAdding] = useState(false);
  const write = useWrite();
  const client = useQueryClient();
  const mayUpdate = may('UPDATE_FEATURE', flag.project) && !flag.archived;
  const remove = (tag: TagName) =>
    write.mutate(async () => {
      await removeTag(flag.name, tag);
      toast(t.removed(labelOf(tag)), () =>
        addTag(flag.name, tag).finally(() => refetchFlag(client)),
      );
    });
  return (
    <Panel
      title={t.title}
      actions={
        mayUpdate &&
        !adding && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<PlusIcon size={14} />}
            onClick={() => setAdding(true)}
          >
            {t.add}
          </Button>
        )
      }
    >
      {flag.tags.length === 0 && !adding && (
        <Text size="sm" c="dimmed">
          {t.none}
        </Text>
      )}
      <Group gap={6}>
        {flag.tags.map((tag) => (
          <TagBadge key={labelOf(tag)} tag={tag} onRemove={mayUpdate && (() => remove(tag))} />
        ))}
      </Group>
      {adding && (
        <Suspense>
          <AddTag flag={flag} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Panel>
  );
}

function TagBadge({ tag, onRemove }: { tag: TagName; onRemove: false | (() => void) }) {
  return (
    <Badge
      size="lg"
      variant="default"
      tt="none"
      fw={500}
      rightSection={
        onRemove && <CloseButton size="xs" aria-label={t.remove(labelOf(tag))} onClick={onRemove} />
      }
    >
      {labelOf(tag)}
    </Badge>
  );
}

const labelOf = ({ type, value }: TagName) => (type === 'simple' ? value : `${type}:${value}`);
