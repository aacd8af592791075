import { useNavigate } from '@tanstack/react-router';
import { paths, pathTo } from '../../paths.ts';
import { texts as ui } from '../../ui/texts.ts';
import { toast } from '../../ui/toasts.tsx';

/** Shows that a change was added to a request, with a link to it; the user stays on the page. */
export function useProposedToast() {
  const navigate = useNavigate();
  return (key: { projectId: string; id: number }) => {
    const path = pathTo(paths.changeRequest, key);
    const link = { path, open: () => navigate({ href: path }) };
    toast(ui.common.addedToRequest(key.id), undefined, { link });
  };
}
