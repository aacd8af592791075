/** Up to the next comma that is not quoted. */
const element = /(?:[^,"]|"(?:[^"\\]|\\.)*(?:"|$))+/g;

/** The name and the value, quoted or not; parameters follow after a semicolon. */
const preference =
  /^\s*([\w!#$%&'*+.^`|~-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([\w!#$%&'*+.^`|~-]*)))?\s*(?:;|$)/;

/** Whether a `Prefer` header (RFC 7240) has `handling=strict`; only the first `handling` counts. */
export function prefersStrict(header: string | readonly string[] | undefined): boolean {
  if (header === undefined) return false;
  for (const text of [header].flat().join(',').match(element) ?? []) {
    const [, name, quoted, plain = ''] = preference.exec(text) ?? [];
    if (name?.toLowerCase() !== 'handling') continue;
    const value = quoted === undefined ? plain : quoted.replace(/\\(.)/g, '$1');
    return value.toLowerCase() === 'strict';
  }
  return false;
}
