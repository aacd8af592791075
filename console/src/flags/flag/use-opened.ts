import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Tagged } from '../../api.ts';
import { toastError } from '../../ui/toasts.tsx';

/** What a form edits, as it was opened: others may have changed it after the page was loaded. */
export function useOpened<Body>(read: () => Promise<Tagged<Body>>) {
  const [opened, setOpened] = useState<Tagged<Body>>();
  const opening = useMutation({
    mutationFn: read,
    onSuccess: (current) => setOpened((already) => already ?? current),
    onError: toastError,
  });
  const reload = async () => {
    const current = await read();
    setOpened(current);
    return current.body;
  };
  return { opened, open: () => opening.mutate(), reload, close: () => setOpened(undefined) };
}
