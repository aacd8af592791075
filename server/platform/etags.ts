import { preconditionFailed } from './errors.ts';

/** Whether `If-None-Match` or `If-Match` names the ETag; proxies that compress mark it as weak. */
export function isUnchanged(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map(withoutWeakness);
  return tags.includes(withoutWeakness(etag)) || tags.includes('*');
}

/** `If-Match` lists the versions that the caller accepts; without it, every version is accepted. */
export function assertMatch(etag: string, ifMatch: string | undefined): void {
  if (ifMatch === undefined || isUnchanged(ifMatch, etag)) return;
  throw preconditionFailed(
    `It was changed in the meantime. Its version is ${etag}. Read it again.`,
  );
}

const withoutWeakness = (tag: string) => tag.trim().replace(/^W\//, '');
