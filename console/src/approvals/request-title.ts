import { texts } from './texts.tsx';

/** The server names a request without a title, in English. */
export const requestTitle = ({ id, title }: { id: number; title: string }): string =>
  /^Change request #\d+$/.test(title) ? texts.untitled(id) : title;
