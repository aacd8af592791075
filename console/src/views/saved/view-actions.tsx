import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { paths, pathTo } from '../../paths.ts';
import { copyText } from '../../ui/copy-text.ts';
import { DownIcon, PlusIcon } from '../../ui/icons.tsx';
import { useRefresh } from '../../ui/save.ts';
import { texts as ui } from '../../ui/texts.ts';
import { toast, toastError } from '../../ui/toasts.tsx';
import { texts } from '../texts.ts';
import { updateView, type View, viewsQuery } from './api.ts';
import { viewHref } from './link.ts';
import { type ViewParams, viewQueryOf } from './view-query.ts';

const text = texts.saved.actions;

const ViewDialog = lazy(() => import('./view-dialog.tsx'));

type Props = {
  kind: View['kind'];
  /** Of the page, with the id of the view that was opened. */
  params: ViewParams & { view?: string | undefined };
  /** The order of the page, as a term. */
  sort: string | undefined;
  /** After the opened view was deleted. */
  onDeleted: () => void;
};

export type Editing = 'new' | 'rename' | 'delete';

/** Saves what the page shows as a view; changes the view that was opened. */
export default function ViewActions({ kind, params, sort, onDeleted }: Props) {
  const query = viewQueryOf(kind, params, sort);
  const id = params.view;
  const router = useRouter();
  const onView = (changed: View | undefined) =>
    changed ? void router.navigate({ href: viewHref(changed) }) : onDeleted();
  const [editing, setEditing] = useState<Editing>();
  const views = useQuery({ ...viewsQuery, enabled: id !== undefined }).data?.views;
  const view = views?.find((each) => each.id === id);
  return (
    <>
      {view && <ViewMenu view={view} query={query} onEdit={setEditing} onView={onView} />}
      {query !== '' && query !== view?.query && (
        <Button
          size="xs"
          variant="subtle"
          leftSection={<PlusIcon size={14} />}
          onClick={() => setEditing('new')}
        >
          {text.save}
        </Button>
      )}
      {editing && (
        <Suspense>
          <ViewDialog
            editing={editing}
            kind={kind}
            query={query}
            view={view}
            onView={onView}
            onClose={() => setEditing(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

type MenuProps = {
  view: View;
  query: string;
  onEdit: (editing: Editing) => void;
  onView: (view: View | undefined) => void;
};

function ViewMenu({ view, query, onEdit, onView }: MenuProps) {
  const refresh = useRefresh([viewsQuery.queryKey]);
  const update = async () => {
    const updated = await updateView(view, { query });
    await refresh();
    onView(updated);
    toast(text.updated(view.name), () => updateView(updated, { query: view.query }).then(refresh));
  };
  const copyLink = () => {
    const path = pathTo(paths.view, { viewId: view.id }).slice(1);
    void copyText(new URL(path, document.baseURI).href, text.linkCopied);
  };
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button size="xs" variant="default" rightSection={<DownIcon size={14} />} maw={320}>
          {text.opened(view.name)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {view.editable && query !== view.query && (
          <Menu.Item onClick={() => void update().catch(toastError)}>{text.update}</Menu.Item>
        )}
        <Menu.Item onClick={copyLink}>{text.copyLink}</Menu.Item>
        {view.editable && (
          <>
            <Menu.Item onClick={() => onEdit('rename')}>{text.rename}</Menu.Item>
            <Menu.Item c="var(--mantine-color-error)" onClick={() => onEdit('delete')}>
              {ui.common.delete}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
