import type { InboxItem } from '../../../../server/inbox/schema.ts';
import { personName } from '../../approvals/people.ts';
import { requestTitle } from '../../approvals/request-title.ts';
import { paths, pathTo } from '../../paths.ts';
import { texts } from '../texts.ts';

export const titleOf = ({ title, changeRequestId: id }: InboxItem): string =>
  id === undefined ? title : requestTitle({ id, title });

/** The page where the user can deal with it. */
export function pathOf({ kind, ...item }: InboxItem): string {
  const projectId = item.project ?? '';
  if (kind === 'stale') {
    return pathTo(paths.flag, { projectId, featureName: item.featureName ?? '' });
  }
  if (kind === 'integration') {
    const path = item.project === null ? paths.integration : paths.projectIntegration;
    return pathTo(path, { projectId, id: item.integrationId ?? 0 });
  }
  return pathTo(paths.changeRequest, { projectId, id: item.changeRequestId ?? 0 });
}

/** Why it is in the inbox. */
export function reasonOf({ kind, status, createdBy }: InboxItem): string {
  const author = createdBy && personName(createdBy);
  switch (kind) {
    case 'review':
      return texts.bell.review(author ?? '');
    case 'mention':
      return texts.bell.mention(author ?? '');
    case 'decision':
      return texts.bell.decided(status ?? 'applied', author);
    case 'schedule':
      return status === 'failed' ? texts.bell.failed : texts.bell.suspended;
    case 'integration':
      return texts.bell.integration;
    case 'stale':
      return status === 'stale' ? texts.bell.markedStale(author) : texts.bell.potentiallyStale;
  }
}
