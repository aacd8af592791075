import { readFile } from 'node:fs/promises';
import { ConfigError } from '../../platform/config-error.ts';
import { environmentIn, projectsIn, type TokenScope } from '../tokens/rules.ts';
import { contentFrom } from './rules.ts';
import type { Earlier } from './scope-data.ts';

/** Tokens that are accepted as they are until the upstream is reached. */
export type GivenTokens = Readonly<Record<TokenScope['kind'], readonly string[]>>;

export type Bootstrap = {
  scope: { environment: string; projects: undefined };
  earlier: Earlier;
  /** Those of its environment. */
  tokens: { text: string; scope: TokenScope }[];
};

/** A response of `/api/client/features` as a file; the projects of a token limit what it reads. */
export async function readBootstrap(path: string, given: GivenTokens): Promise<Bootstrap> {
  const body = await readBody(path);
  const texts = [...given.client, ...given.frontend];
  const environment = body.query?.environment ?? texts.map(environmentIn).find((it) => it);
  if (environment === undefined) {
    throw new ConfigError(`${path} names no environment, and TOKENS has none.`);
  }
  const revision = Number.isInteger(body.meta?.revisionId) ? body.meta?.revisionId : undefined;
  const tokensOf = (kind: TokenScope['kind']) =>
    given[kind]
      .filter((text) => environmentIn(text) === environment)
      .map((text) => ({ text, scope: { kind, environment, projects: projectsIn(text) } }));
  return {
    scope: { environment, projects: undefined },
    earlier: {
      content: contentFrom(body),
      revision,
      etag: undefined,
      served: revision ?? 1,
      ageMs: Number.POSITIVE_INFINITY,
    },
    tokens: [...tokensOf('client'), ...tokensOf('frontend')],
  };
}

type Body = { query?: { environment?: string }; meta?: { revisionId?: number } };

async function readBody(path: string): Promise<Body> {
  try {
    const body = JSON.parse(await readFile(path, 'utf8')) as Body;
    contentFrom(body);
    return body;
  } catch (error) {
    throw new ConfigError(`The bootstrap file ${path} cannot be used: ${(error as Error).message}`);
  }
}
