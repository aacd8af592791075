import type { IncomingMessage } from 'node:http';

/** The former path of the frontend API, which SDKs still call. */
export function rewriteAliases(baseUriPath: string): (request: IncomingMessage) => string {
  const [old, name] = [`${baseUriPath}/api/proxy`, `${baseUriPath}/api/frontend`];
  return ({ url = '/' }) => {
    if (!url.startsWith(old) || !/^([/?]|$)/.test(url.slice(old.length))) return url;
    return name + url.slice(old.length);
  };
}
