import { Button, Menu } from '@mantine/core';
import { paths, pathTo } from '../../paths.ts';
import { copyText } from '../../ui/copy-text.ts';
import { DownIcon } from '../../ui/icons.tsx';
import { useRefresh } from '../../ui/save.ts';
import { texts as ui } from '../../ui/texts.ts';
import { toast, toastError } from '../../ui/toasts.tsx';
import { texts } from '../texts.ts';
import { updateView, type View, viewsQuery } from './api.ts';
import type { Editing } from './view-actions.tsx';

const text = texts.saved.actions;

type Props = {
  view: View;
  query: string;
  onEdit: (editing: Editing) => void;
  onView: (view: View | undefined) => void;
};

/** What is done with the view that was opened. */
export default function ViewMenu({ view, query, onEdit, onView }: Props) {
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
