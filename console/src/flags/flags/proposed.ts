import { useNavigate } from '@tanstack/react-router';
import type { ChangeRequest } from '../../../../server/approvals/change-requests/schema.ts';
import { paths, pathTo } from '../../paths.ts';
import { texts as ui } from '../../ui/texts.ts';
import { toast } from '../../ui/toasts.tsx';

/** Shows that a change was added to a request, with a link to it; the user stays on the page. */
export function useProposedToast() {
  const navigate = useNavigate();
  return ({ project, id, state }: ChangeRequest) => {
    const path = pathTo(paths.changeRequest, { projectId: project, id });
    const link = { path, open: () => navigate({ href: path }) };
    const text = state === 'Draft' ? ui.common.addedToRequest : ui.common.addedToReviewed;
    toast(text(id), undefined, { link });
  };
}
