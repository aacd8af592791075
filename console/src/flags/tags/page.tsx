import { Box, Group, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import type { TagType } from '../../../../server/flags/tag-types/schema.ts';
import type { Tag } from '../../../../server/flags/tags/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { paths } from '../../paths.ts';
import { TagIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { Named } from '../../ui/named.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { descriptionOf } from '../../ui/predefined/names.ts';
import { texts as ui } from '../../ui/texts.ts';
import { deleteTag, deleteTagType, tagsQuery, tagTypesQuery } from './api.ts';
import { texts } from './texts.ts';

const TagForm = lazy(() => import('./tag-form.tsx'));
const TagTypeForm = lazy(() => import('./tag-type-form.tsx'));

export function Page() {
  const { tab } = useSearch({ from: '/signed-in/tags' });
  const navigate = useNavigate({ from: paths.tags });
  const shown = tab === 'types' ? 'types' : 'tags';
  return (
    <Frame title={texts.title} note={texts.note}>
      <Tabs
        value={shown}
        keepMounted={false}
        onChange={(next) => void navigate({ search: next === 'types' ? { tab: next } : {} })}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="tags">{texts.title}</Tabs.Tab>
          <Tabs.Tab value="types">{texts.types}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tags">
          <TagList />
        </Tabs.Panel>
        <Tabs.Panel value="types">
          <TagTypeList />
        </Tabs.Panel>
      </Tabs>
    </Frame>
  );
}

const tagColumns: ListColumn<Tag>[] = [
  {
    id: 'value',
    header: texts.tag,
    value: ({ value }) => value,
    cell: ({ value, color }) => <Coloured name={value} color={color} />,
  },
  { id: 'type', header: ui.common.type, value: ({ type }) => type, cell: ({ type }) => type },
];

function TagList() {
  const { mayAnywhere } = useMay();
  const found = useQuery(tagsQuery);
  const mayWrite = ['UPDATE_FEATURE', 'CREATE_TAG_TYPE', 'UPDATE_TAG_TYPE'].some(mayAnywhere);
  return (
    <ManagedList
      name="tags"
      noun={texts.noun}
      found={found}
      rows={found.data?.tags}
      columns={tagColumns}
      rowKey={({ type, value }) => `${type}:${value}`}
      nameOf={({ value }) => value}
      textOf={({ type, value }) => `${type}:${value}`}
      invalidates={[['tags'], ['flags']]}
      form={TagForm}
      mayCreate={mayWrite}
      removal={{
        may: () => mayWrite,
        warning: ({ value }) => (
          <>
            <b>{value}</b> {texts.deleteWarning}
          </>
        ),
        send: ({ type, value }) => deleteTag(type, value),
      }}
      icon={TagIcon}
      empty={texts.empty}
    />
  );
}

const typeColumns: ListColumn<TagType>[] = [
  {
    id: 'name',
    header: ui.common.name,
    value: ({ name }) => name,
    cell: (type) => <Coloured name={type.name} note={descriptionOf(type)} color={type.color} />,
  },
  { id: 'icon', header: texts.type.icon, cell: ({ icon }) => icon ?? '' },
];

function TagTypeList() {
  const { may } = useMay();
  const found = useQuery(tagTypesQuery);
  return (
    <ManagedList
      name="tag-types"
      noun={texts.type.noun}
      found={found}
      rows={found.data?.tagTypes}
      columns={typeColumns}
      rowKey={({ name }) => name}
      nameOf={({ name }) => name}
      textOf={({ name, description }) => `${name} ${description}`}
      invalidates={[['tag-types'], ['tags']]}
      form={TagTypeForm}
      mayCreate={may('CREATE_TAG_TYPE')}
      mayEdit={() => may('UPDATE_TAG_TYPE')}
      removal={{
        may: () => may('DELETE_TAG_TYPE'),
        warning: ({ name }) => (
          <>
            <b>{name}</b> {texts.type.deleteWarning}
          </>
        ),
        send: ({ name }) => deleteTagType(name),
      }}
      icon={TagIcon}
      empty={texts.type.empty}
    />
  );
}

type ColouredProps = { name: string; note?: string | null | undefined; color: string | null };

function Coloured({ name, note, color }: ColouredProps) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Box
        w={12}
        h={12}
        aria-hidden="true"
        style={{
          flexShrink: 0,
          borderRadius: '50%',
          background: color ?? 'transparent',
          border: '1px solid var(--mantine-color-default-border)',
        }}
      />
      <Named name={name} note={note} />
    </Group>
  );
}
