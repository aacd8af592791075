type Request = { method: string; path: string; body: unknown };

/**
 * A command for a POSIX shell that sends the request, with the address of the server and the token
 * in PENNON_URL and TOKEN.
 */
export const curlOf = ({ method, path, body }: Request): string =>
  [
    ['curl', '--fail-with-body', '-X', method, `"$PENNON_URL"${quoted(`/${path}`)}`],
    ['-H', '"Authorization: $TOKEN"', '-H', 'Content-Type:application/json'],
    ['--data-raw', quoted(JSON.stringify(body, null, 2))],
  ]
    .map((words) => words.join(' '))
    .join(' \\\n  ');

/** One word of a POSIX shell: in single quotes, where only the quote itself is special. */
export const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
