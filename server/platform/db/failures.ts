/** One sentence about a database that cannot be reached or fails; undefined for other errors. */
export function describeDatabaseFailure(error: unknown): string | undefined {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH'].includes(code)) {
    return 'The database of DATABASE_URL cannot be reached.';
  }
  if (/^(28|3D)/.test(code)) return `The database refused the connection: ${message}.`;
  if (/^(08|42501|53|55|57)/.test(code) || /^Connection terminated/.test(message)) {
    return `The database failed: ${message}.`;
  }
  return undefined;
}
