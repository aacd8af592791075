import { useCallbackRef, useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { paths, pathTo } from '../../paths.ts';
import type { FoundFlag } from './api.ts';

/** Arrow keys move along the rows, Enter opens the active one: also in the search box. */
export function useRowKeys(flags: readonly FoundFlag[]) {
  const navigate = useNavigate();
  const [selected, onActive] = useState(-1);
  const active = Math.min(selected, flags.length - 1);
  const onOpen = useCallbackRef((index: number) => {
    const flag = flags[index];
    if (!flag) return;
    const parts = { projectId: flag.project, featureName: flag.name };
    void navigate({ href: pathTo(paths.flag, parts) });
  });
  const onKeyDown = useCallbackRef((event: { key: string; preventDefault: () => void }) => {
    const { key } = event;
    if (key === 'ArrowDown') onActive(Math.min(active + 1, flags.length - 1));
    else if (key === 'ArrowUp') onActive(Math.max(active - 1, -1));
    else if (key === 'Enter' && flags[active]) onOpen(active);
    else return;
    event.preventDefault();
  });
  const onDocumentKey = (key: string) => (event: KeyboardEvent) => {
    if (document.activeElement !== document.body) return;
    onKeyDown({ key, preventDefault: () => event.preventDefault() });
  };
  useHotkeys(
    ['ArrowDown', 'ArrowUp', 'Enter'].map((key) => [
      key,
      onDocumentKey(key),
      { preventDefault: false },
    ]),
  );
  return { active, onActive, onOpen, onKeyDown };
}
