import { viewPerson } from '../approvals/change-requests/view.ts';
import type { Caller } from '../platform/caller.ts';
import type { Db } from '../platform/db/open.ts';
import { type ItemRow, listItems } from './queries.ts';
import type { Inbox, InboxItem } from './schema.ts';

/** API tokens have no inbox. */
export async function findInbox(db: Db, caller: Caller): Promise<Inbox> {
  const items = caller.id > 0 ? (await listItems(db, caller)).map(viewItem) : [];
  return {
    items,
    unread: items.filter(({ read }) => !read).length,
    position: items[0]?.createdAt ?? null,
  };
}

/** Members without a value are omitted. */
function viewItem({ project, author, ...row }: ItemRow): InboxItem {
  const { id, kind, createdAt, read, title, ...optional } = row;
  const given = Object.entries(optional).filter(([, value]) => value !== null);
  return {
    id,
    kind,
    createdAt,
    read,
    title,
    project,
    ...Object.fromEntries(given),
    ...(author && { createdBy: viewPerson(author) }),
  };
}
