import { existsSync, readFileSync } from 'node:fs';
import { RequestError } from '../platform/errors.ts';
import { ApiFailure, path } from './api.ts';
import { codes, ProtocolError } from './messages.ts';
import type { Context } from './tool.ts';
import { viewFlag } from './views.ts';

const markdown = 'text/markdown';
const json = 'application/json';

const queryLanguage = {
  uri: 'pennon://query-language',
  name: 'query-language',
  title: 'Query language',
  description: 'The terms of the queries of search_flags.',
  mimeType: markdown,
};

export const resourceTemplates = [
  {
    uriTemplate: 'pennon://projects/{project}',
    name: 'project',
    title: 'Project',
    description: 'A project, with its environments, members and health.',
    mimeType: json,
  },
  {
    uriTemplate: 'pennon://projects/{project}/flags/{flag}',
    name: 'flag',
    title: 'Flag',
    description: 'A flag, with its configuration in each environment.',
    mimeType: json,
  },
];

const pageSize = 50;

/** The cursor is the number of projects on earlier pages. */
export async function listResources({ api }: Context, cursor: unknown = '0') {
  if (typeof cursor !== 'string' || !/^\d{1,6}$/.test(cursor)) throw invalid('Unknown cursor.');
  const start = Number(cursor);
  const { projects } = await api('GET', '/api/admin/projects');
  const next = start + pageSize;
  return {
    resources: [
      ...(start === 0 ? [queryLanguage] : []),
      ...projects.slice(start, next).map(({ id, name }: { id: string; name: string }) => ({
        uri: `pennon://projects/${encodeURIComponent(id)}`,
        name: id,
        title: name,
        mimeType: json,
      })),
    ],
    ...(next < projects.length && { nextCursor: String(next) }),
  };
}

export async function readResource(context: Context, uri: unknown) {
  if (typeof uri !== 'string') throw invalid('"uri" must be a text.');
  if (uri === queryLanguage.uri) return contents(uri, markdown, readReference());
  const [, project, flag] = /^pennon:\/\/projects\/([^/]+)(?:\/flags\/([^/]+))?$/.exec(uri) ?? [];
  if (project === undefined) throw unknownResource(uri);
  try {
    const found = await readSubject(context, decode(project), flag && decode(flag));
    return contents(uri, json, JSON.stringify(found));
  } catch (error) {
    if (error instanceof ApiFailure && error.status !== 404) throw invalid(error.message);
    if (error instanceof ApiFailure || error instanceof RequestError) throw unknownResource(uri);
    throw error;
  }
}

async function readSubject({ api }: Context, project: string, flag: string | undefined) {
  if (flag === undefined) return api('GET', path`/api/admin/projects/${project}/overview`);
  return viewFlag(await api('GET', path`/api/admin/projects/${project}/features/${flag}`));
}

/** The build copies the document next to this file. */
const references = ['./query-language.md', '../../docs/query-language.md'].map(
  (file) => new URL(file, import.meta.url),
);

function readReference(): string {
  const file = references.find((candidate) => existsSync(candidate));
  if (!file) throw new Error('the build has no query-language.md');
  return readFileSync(file, 'utf8');
}

const contents = (uri: string, mimeType: string, text: string) => ({
  contents: [{ uri, mimeType, text }],
});

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const invalid = (message: string) => new ProtocolError(codes.invalidParams, message);

/** The same for what does not exist and what the caller may not see. */
const unknownResource = (uri: string) =>
  new ProtocolError(codes.invalidParams, 'Resource not found.', { data: { uri } });
