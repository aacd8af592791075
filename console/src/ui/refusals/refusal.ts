import type { ApiError } from '../../api.ts';
import { type Place, texts } from './texts.ts';

/** A message of the server, such as `Missing permission A or B in project "web".` */
const missing = /^Missing permission ([A-Z_]+(?: or [A-Z_]+)*)(?: in (.+))?\.$/;
const place = /^(?:environment ("[^"]*"(?:, "[^"]*")*)(?: of |$))?(?:project "([^"]*)")?$/;

type Missing = { permissions: readonly string[]; place: Place | undefined };

/** What a person may not do; undefined for other errors. */
export function refusalText(error: ApiError): string | undefined {
  const all = error.details.map(({ message }) => missingIn(message));
  const [first] = all;
  if (!first?.place) return undefined;
  const permissions = all.flatMap((each) => each?.permissions ?? []);
  if (permissions.every((name) => name === 'SKIP_CHANGE_REQUEST')) {
    return texts.needsChangeRequest(first.place);
  }
  const others = permissions.filter((name) => name !== 'ADMIN');
  if (others.length === 0) return texts.onlyAdmins;
  const actions = others.map((name) => (texts.can as Record<string, string>)[name]);
  // A newer server may know other permissions.
  if (actions.some((action) => action === undefined)) return undefined;
  const distinct = [...new Set(actions as string[])];
  return texts.missing(distinct, first.place, /^You need the permissions /.test(error.message));
}

function missingIn(message: string): Missing | undefined {
  const [, names, where = ''] = missing.exec(message) ?? [];
  return names === undefined
    ? undefined
    : { permissions: names.split(/ or /), place: placeOf(where) };
}

/** Undefined if it is described in other words. */
function placeOf(where: string): Place | undefined {
  const found = place.exec(where);
  if (!found) return undefined;
  const [, environments = '', project] = found;
  return {
    environments: [...environments.matchAll(/"([^"]*)"/g)].map(([, name = '']) => name),
    project,
  };
}
