import { hashSecret } from '../../identity/api-tokens/secret.ts';
import type { Caches } from '../../platform/cache/cache.ts';
import type { SdkToken } from '../../platform/caller.ts';
import { noAccess } from '../../platform/errors.ts';
import type { ClientToken } from '../state/states.ts';
import type { Upstream } from '../upstream/client.ts';
import { covers, environmentIn, scopeOf, type TokenScope } from './rules.ts';
import { createValidator } from './validator.ts';

/** A token that the upstream has accepted, by its hash; the text is known once it was sent here. */
export type StoredToken = TokenScope & { hash: string };

export type Tokens = {
  /** The owner of a token; undefined if the upstream refuses it. */
  find: (text: string) => Promise<SdkToken | undefined>;
  /** Validates configured and known tokens again; rejects if the upstream cannot be reached. */
  revalidate: () => Promise<void>;
  /** A token is accepted while the upstream is away; it is validated when that is back. */
  trust: (text: string, scope: TokenScope) => void;
  restore: (tokens: readonly StoredToken[]) => void;
  list: () => StoredToken[];
  /** Undefined unless the token is known to be valid. */
  scopeOf: (text: string) => TokenScope | undefined;
  /** A client token that covers the scope. */
  clientFor: (scope: Pick<TokenScope, 'environment' | 'projects'>) => string | undefined;
};

type Parts = {
  upstream: Upstream;
  caches: Caches;
  configured: readonly string[];
  /** Only tokens within the scopes of configured ones are accepted. */
  strict: boolean;
  /** How long a refused token is remembered. */
  refusedMs: number;
  /** Whether the upstream does not respond; tokens of an earlier run are accepted then. */
  isAway: () => boolean;
  onClientToken: (token: ClientToken) => void;
  /** With the client tokens that are still valid. */
  onRevoked: (text: string, others: readonly ClientToken[]) => void;
  onChange: () => void;
  onInvalid: (text: string) => void;
};

type Known = { token: SdkToken; text: string | undefined };

/** About 10,000 refused tokens. */
const refusedBytesMax = 4 * 1024 * 1024;

/** The tokens of SDKs, as the upstream validates them. */
export function createTokens(parts: Parts): Tokens {
  const { upstream, configured, strict, onChange } = parts;
  const known = new Map<string, Known>();
  const refused = parts.caches.create<{ outsideScopes: boolean }>({
    name: 'edge_refused_tokens',
    bytesMax: refusedBytesMax,
    bytesOf: () => 0,
  });
  const validator = createValidator(upstream);
  let nextId = 1;

  const withText = () =>
    [...known.values()].flatMap(({ text, token }) => (text ? { text, token } : []));
  const clients = (): ClientToken[] =>
    withText()
      .filter(({ token }) => token.kind === 'client')
      .map(({ text, token }) => ({ text, scope: token }));

  function add(text: string, scope: TokenScope): SdkToken {
    const hash = hashSecret(text);
    const before = known.get(hash);
    const token = newToken(scope, before?.token.id ?? nextId++);
    if (before?.text && JSON.stringify(before.token) === JSON.stringify(token)) return before.token;
    if (before?.text) remove(text);
    known.set(hash, { token, text });
    if (token.kind === 'client') parts.onClientToken({ text, scope: token });
    onChange();
    return token;
  }

  function remove(text: string): void {
    if (!known.delete(hashSecret(text))) return;
    parts.onRevoked(text, clients());
    onChange();
  }

  const isConfigured = (text: string) => configured.includes(text);
  const isWithinConfigured = (scope: TokenScope) =>
    configured.some((text) => {
      const token = known.get(hashSecret(text))?.token;
      return token !== undefined && covers(token, scope);
    });

  const refuse = (hash: string, value: { outsideScopes: boolean }) =>
    refused.set(hash, 0, { value, ttlMs: parts.refusedMs });

  async function validate(text: string): Promise<SdkToken | undefined> {
    const hash = hashSecret(text);
    const valid = await validator.find(text).catch((error: unknown) => {
      const restored = known.get(hash)?.token;
      if (!restored) throw error;
      return restored;
    });
    const scope = valid && ('kind' in valid ? valid : scopeOf(valid));
    if (!scope) {
      known.delete(hash);
      refuse(hash, { outsideScopes: false });
      return undefined;
    }
    if (strict && !isConfigured(text) && !isWithinConfigured(scope)) {
      refuse(hash, { outsideScopes: true });
      throw outsideScopes();
    }
    return add(text, scope);
  }

  return {
    find: async (text) => {
      const hash = hashSecret(text);
      const found = known.get(hash);
      if (found?.text) return found.token;
      if (found && parts.isAway()) return add(text, found.token);
      // Without an environment it is no token of an SDK, so no request is sent.
      if (environmentIn(text) === undefined) return undefined;
      const refusal = refused.get(hash, 0);
      if (refusal?.outsideScopes) throw outsideScopes();
      return refusal ? undefined : validate(text);
    },
    revalidate: async () => {
      const texts = [...new Set([...configured, ...withText().map(({ text }) => text)])];
      const valid = new Map((await validator.list(texts)).map((it) => [it.token, it]));
      for (const text of texts) {
        const found = valid.get(text);
        const scope = found && scopeOf(found);
        if (scope) add(text, scope);
        else if (known.has(hashSecret(text))) remove(text);
        else parts.onInvalid(text);
      }
      if (!strict) return;
      for (const { text, token } of withText()) {
        if (!isConfigured(text) && !isWithinConfigured(token)) remove(text);
      }
    },
    trust: (text, scope) => {
      if (!known.get(hashSecret(text))?.text) add(text, scope);
    },
    restore: (tokens) => {
      for (const { hash, ...scope } of tokens) {
        known.set(hash, { token: newToken(scope, nextId++), text: undefined });
      }
    },
    list: () => [...known].map(([hash, { token }]) => ({ hash, ...pickScope(token) })),
    scopeOf: (text) => known.get(hashSecret(text))?.token,
    clientFor: (scope) => clients().find((client) => covers(client.scope, scope))?.text,
  };
}

const pickScope = ({ kind, environment, projects }: TokenScope): TokenScope => ({
  kind,
  environment,
  projects,
});

const newToken = (scope: TokenScope, id: number): SdkToken => ({
  ...pickScope(scope),
  id,
  name: 'edge',
  expiresAt: null,
});

const outsideScopes = () => noAccess('The token is outside the scopes that this edge serves.');
