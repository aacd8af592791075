import type { IncomingMessage } from 'node:http';

/** The name that the frontend API had when it was a server of its own, and that SDKs still call. */
export function rewriteAliases(baseUriPath: string): (request: IncomingMessage) => string {
  const [old, name] = [`${baseUriPath}/api/proxy`, `${baseUriPath}/api/frontend`];
  return ({ url = '/' }) => {
    if (!url.startsWith(old) || !/^([/?]|$)/.test(url.slice(old.length))) return url;
    return name + url.slice(old.length);
  };
}
