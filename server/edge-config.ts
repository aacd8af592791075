import { type Config, describe, type Environment, readConfig, readVariables } from './config.ts';
import { flag, headers, integer, list, setting, text, url } from './config-parsers.ts';
import { ConfigError } from './platform/config-error.ts';

const variables = {
  upstreamUrl: setting(
    ['UPSTREAM_URL'],
    'Address of the Pennon, Unleash or edge in front of which this edge runs, without /api',
    url,
    undefined as string | undefined,
  ),
  tokens: setting(
    ['TOKENS', 'CLIENT_TOKENS'],
    'Comma-separated client tokens whose flags are loaded at the start',
    list,
    [] as string[],
  ),
  frontendTokens: setting(
    ['FRONTEND_TOKENS'],
    'Comma-separated frontend tokens that are validated at the start',
    list,
    [] as string[],
  ),
  strict: setting(
    ['STRICT'],
    'true: only tokens within the scopes of TOKENS are accepted',
    flag,
    false as boolean,
  ),
  dynamic: setting(
    ['DYNAMIC_TOKENS', 'DYNAMIC'],
    'true: every token that the upstream accepts is accepted; the default unless STRICT is true',
    flag,
    undefined as boolean | undefined,
  ),
  cacheDir: setting(
    ['EDGE_CACHE_DIR', 'BACKUP_FOLDER'],
    'Folder of the last good state, from which the edge starts without the upstream',
    text,
    undefined as string | undefined,
  ),
  bootstrapFile: setting(
    ['BOOTSTRAP_FILE'],
    'Response of /api/client/features as a file, served until the upstream is reached',
    text,
    undefined as string | undefined,
  ),
  streaming: setting(
    ['STREAMING'],
    'true: changes are streamed from an upstream that supports it; false: it is polled',
    flag,
    true as boolean,
  ),
  refreshSeconds: setting(
    ['FEATURES_REFRESH_INTERVAL_SECONDS'],
    'Interval at which the upstream is polled where there is no stream',
    integer(1, 86_400),
    15,
  ),
  revalidateSeconds: setting(
    ['TOKEN_REVALIDATION_INTERVAL_SECONDS'],
    'Interval at which tokens are validated again; a deleted token is refused after it at the latest',
    integer(1, 86_400),
    60,
  ),
  reportSeconds: setting(
    ['METRICS_INTERVAL_SECONDS'],
    'Interval at which usage is sent to the upstream',
    integer(1, 3600),
    60,
  ),
  upstreamTimeoutMs: setting(
    ['UPSTREAM_TIMEOUT_MS'],
    'Maximum time until the upstream has responded',
    integer(100, 600_000),
    10_000,
  ),
  upstreamHeaders: setting(
    ['CUSTOM_CLIENT_HEADERS'],
    'Headers of requests to the upstream, as "name: value" with commas',
    headers,
    {} as Record<string, string>,
  ),
  sharedCacheSeconds: setting(
    ['EDGE_SHARED_CACHE_SECONDS'],
    'Seconds for which a CDN may serve client features without asking; 0: it must not store them',
    integer(0, 86_400),
    0,
  ),
  tlsKeyFile: setting(
    ['TLS_SERVER_KEY'],
    'File with the private key of TLS, in PEM; with TLS_SERVER_CERT the edge serves HTTPS',
    text,
    undefined as string | undefined,
  ),
  tlsCertificateFile: setting(
    ['TLS_SERVER_CERT'],
    'File with the certificate chain of TLS, in PEM',
    text,
    undefined as string | undefined,
  ),
};

export type EdgeOptions = ReturnType<typeof readEdgeOptions>;

/** The settings of the server that an edge has, too, and its own. */
export type EdgeConfig = { shared: Config; own: EdgeOptions };

/** The port of edges, so that one can run beside a server. */
const defaultPort = '3063';

export function readEdgeConfig(environment: Environment): EdgeConfig {
  const port = environment.PORT || environment.HTTP_PORT || defaultPort;
  return {
    shared: readConfig({ ...environment, PORT: port }),
    own: readEdgeOptions(environment),
  };
}

export const describeEdgeVariables = () => describe(variables);

function readEdgeOptions(environment: Environment) {
  const options = readVariables(variables, environment);
  const { upstreamUrl, bootstrapFile, strict, dynamic, tokens } = options;
  if (upstreamUrl === undefined && bootstrapFile === undefined) {
    throw new ConfigError('UPSTREAM_URL or BOOTSTRAP_FILE must be set.');
  }
  if (strict && dynamic) throw new ConfigError('STRICT and DYNAMIC_TOKENS must not both be true.');
  if (strict && tokens.length === 0) throw new ConfigError('STRICT needs TOKENS.');
  if ((options.tlsKeyFile === undefined) !== (options.tlsCertificateFile === undefined)) {
    throw new ConfigError('TLS_SERVER_KEY and TLS_SERVER_CERT must be set together.');
  }
  return { ...options, strict: strict || dynamic === false };
}
