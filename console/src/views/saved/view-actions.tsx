import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { PlusIcon } from '../../ui/icons.tsx';
import { texts } from '../texts.ts';
import { type View, viewsQuery } from './api.ts';
import { viewHref } from './link.ts';
import { type ViewParams, viewQueryOf } from './view-query.ts';

const text = texts.saved.actions;

const ViewDialog = lazy(() => import('./view-dialog.tsx'));
const ViewMenu = lazy(() => import('./view-menu.tsx'));

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
      {view && (
        <Suspense>
          <ViewMenu view={view} query={query} onEdit={setEditing} onView={onView} />
        </Suspense>
      )}
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
