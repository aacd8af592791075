import { texts } from './texts.tsx';

/** The server names a request without a title, in English. */
export const requestTitle = (request: { id: number; title: string }): string =>
  ownTitle(request) ?? texts.untitled(request.id);

/** Undefined for a request without a title. */
export const ownTitle = ({ title }: { title: string }): string | undefined =>
  title === '' || /^Change request #\d+$/.test(title) ? undefined : title;
