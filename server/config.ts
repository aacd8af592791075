import { emailVariables } from './config-email.ts';
import { oidcVariables } from './config-oidc.ts';
import {
  flag,
  hosts,
  integer,
  list,
  oneOf,
  pairs,
  path,
  postgresUrl,
  proxies,
  setting,
  share,
  text,
  url,
  type Variable,
} from './config-parsers.ts';
import { ConfigError } from './platform/config-error.ts';
import { parseKeys } from './platform/encryption/keys.ts';

const variables = {
  port: setting(
    ['PORT', 'HTTP_PORT'],
    'Port to listen on; 0 picks a free one',
    integer(0, 65535),
    4242,
  ),
  host: setting(['HTTP_HOST'], 'Address to listen on', text, '0.0.0.0'),
  baseUriPath: setting(['BASE_URI_PATH'], 'Path in front of every route, such as /flags', path, ''),
  publicUrl: setting(
    ['UNLEASH_URL'],
    'Public address, used in links; https makes cookies Secure. By default localhost with PORT',
    url,
    'http://localhost:4242',
  ),
  logLevel: setting(
    ['LOG_LEVEL'],
    'fatal, error, warn, info, debug, trace or silent',
    oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
  ),
  databaseUrl: setting(
    ['DATABASE_URL'],
    'postgres://… address of PostgreSQL 15 or newer; without it, the embedded database in DATA_DIR',
    postgresUrl,
    undefined as string | undefined,
  ),
  databaseReadUrl: setting(
    ['DATABASE_READ_URL'],
    'postgres://… address of a standby of DATABASE_URL that serves searches, lists and statistics',
    postgresUrl,
    undefined as string | undefined,
  ),
  dataDir: setting(['DATA_DIR'], 'Folder of the embedded database', text, './data'),
  poolMax: setting(
    ['DATABASE_POOL_MAX'],
    'Maximum number of PostgreSQL connections',
    integer(1, 1000),
    10,
  ),
  connectTimeoutMs: setting(
    ['DATABASE_CONNECT_TIMEOUT_MS'],
    'Maximum time a request waits for a PostgreSQL connection',
    integer(1, 600_000),
    10_000,
  ),
  statementTimeoutMs: setting(
    ['DATABASE_STATEMENT_TIMEOUT_MS'],
    'Maximum run time of a PostgreSQL statement; 0 is no limit',
    integer(0, 3_600_000),
    30_000,
  ),
  shutdownGraceMs: setting(
    ['SHUTDOWN_GRACE_MS'],
    'Maximum time for running requests to finish after SIGTERM',
    integer(0, 600_000),
    10_000,
  ),
  bodyLimitBytes: setting(
    ['BODY_LIMIT_BYTES'],
    'Maximum size of a request body; a larger one returns 413',
    integer(1024, 1_073_741_824),
    524_288,
  ),
  trustProxy: setting(
    ['TRUST_PROXY'],
    'Trusted proxies that set X-Forwarded-For: their number or addresses; true is one',
    proxies,
    false as number | string | boolean,
  ),
  loginsPerMinute: setting(
    ['LOGIN_ATTEMPTS_PER_MINUTE'],
    'Maximum login and password attempts per address and minute',
    integer(1, 1_000_000),
    10,
  ),
  loginFailuresMax: setting(
    ['LOGIN_FAILURES_PER_ACCOUNT'],
    'Failed logins of an account in 15 minutes after which its logins are refused until they end',
    integer(1, 1_000_000),
    20,
  ),
  requireSecondFactor: setting(
    ['REQUIRE_SECOND_FACTOR'],
    'true: users with a password must set up a second factor to log in',
    flag,
    false as boolean,
  ),
  ...emailVariables,
  sessionHours: setting(
    ['SESSION_TTL_HOURS'],
    'Hours until a session expires',
    integer(1, 8760),
    48,
  ),
  eventStreamsMax: setting(
    ['EVENT_STREAMS_MAX'],
    'Maximum number of live event streams; one more returns 503. A tenth is reserved for admins',
    integer(0, 100_000),
    200,
  ),
  eventStreamsPerUserMax: setting(
    ['EVENT_STREAMS_PER_USER_MAX'],
    'Maximum number of live event streams of a user, service account or admin token; one more returns 429',
    integer(1, 100_000),
    10,
  ),
  eventStreamsPerAddressMax: setting(
    ['EVENT_STREAMS_PER_ADDRESS_MAX'],
    'Maximum number of live event streams from an address; one more returns 429. See TRUST_PROXY',
    integer(1, 100_000),
    100,
  ),
  eventStreamSeconds: setting(
    ['EVENT_STREAM_SECONDS'],
    'Seconds after which a live stream, of events or to an SDK, ends; clients reconnect',
    integer(1, 604_800),
    3600,
  ),
  sdkStreamsMax: setting(
    ['SDK_STREAMS_MAX'],
    'Maximum number of SDK streams; one more returns 429, and the SDK polls',
    integer(0, 1_000_000),
    10_000,
  ),
  sdkStreamsPerTokenMax: setting(
    ['SDK_STREAMS_PER_TOKEN_MAX'],
    'Maximum number of SDK streams of a token; one more returns 429, and the SDK polls',
    integer(1, 1_000_000),
    5000,
  ),
  sdkCacheBytes: setting(
    ['SDK_CACHE_BYTES'],
    'Maximum memory for cached SDK data; the least recently used is evicted',
    integer(1_048_576, 1_099_511_627_776),
    268_435_456,
  ),
  frontendOrigins: setting(
    ['UNLEASH_FRONTEND_API_ORIGINS'],
    'Comma-separated origins that may call the frontend API, unless an Admin sets others; * allows all',
    list,
    ['*'],
  ),
  usageFlushMs: setting(
    ['USAGE_FLUSH_MS'],
    'Interval at which usage reported by SDKs is written to the database',
    integer(100, 60_000),
    5000,
  ),
  partitionsFrom: setting(
    ['EVENT_PARTITIONS_FROM'],
    'Number of events from which the log has monthly partitions, on PostgreSQL; 0 is never',
    integer(0, 1_000_000_000_000),
    0,
  ),
  retentionMonths: setting(
    ['EVENT_RETENTION_MONTHS'],
    'Retention of events in months, of a log with partitions; without it, none is deleted',
    integer(3, 1200),
    undefined as number | undefined,
  ),
  versionDays: setting(
    ['VERSION_RETENTION_DAYS'],
    'Days until a replaced version of a flag, segment or project is deleted; without it, none is',
    integer(1, 36_500),
    undefined as number | undefined,
  ),
  versionsMax: setting(
    ['VERSIONS_PER_SUBJECT_MAX'],
    'Versions to retain of each flag, segment and project; without it, all are',
    integer(1, 1_000_000),
    undefined as number | undefined,
  ),
  usageHours: setting(
    ['USAGE_RETENTION_HOURS'],
    'Retention of hourly usage counts',
    integer(2, 8760),
    48,
  ),
  usageDays: setting(
    ['USAGE_RETENTION_DAYS'],
    'Retention of daily usage counts, the sums of hours that are no longer retained',
    integer(1, 3650),
    90,
  ),
  applicationDays: setting(
    ['APPLICATION_RETENTION_DAYS'],
    'Days after its last report until an application is deleted',
    integer(1, 3650),
    30,
  ),
  metricsPerMinute: setting(
    ['CLIENT_METRICS_RATE_LIMIT_PER_MINUTE'],
    'Maximum usage reports per address and minute',
    integer(1, 100_000_000),
    6000,
  ),
  registrationsPerMinute: setting(
    ['REGISTER_CLIENT_RATE_LIMIT_PER_MINUTE'],
    'Maximum SDK registrations per address and minute',
    integer(1, 100_000_000),
    6000,
  ),
  edgePerMinute: setting(
    ['EDGE_VALIDATION_RATE_LIMIT_PER_MINUTE'],
    'Maximum requests to validate tokens for a proxy, per address and minute',
    integer(1, 100_000_000),
    600,
  ),
  userInactiveDays: setting(
    ['USER_INACTIVITY_THRESHOLD_IN_DAYS'],
    'Days without a login or use of a personal token after which a user is listed as inactive',
    integer(1, 36_500),
    180,
  ),
  ...oidcVariables,
  encryptionKeys: setting(
    ['ENCRYPTION_KEY'],
    'Key of 32 bytes in base64 that encrypts stored secrets; after a comma, former keys',
    parseKeys,
    [] as Buffer[],
  ),
  encryptionKeyFile: setting(
    ['ENCRYPTION_KEY_FILE'],
    'File with the same; without both, the embedded database generates DATA_DIR/encryption.key',
    text,
    undefined as string | undefined,
  ),
  integrationsAllowedHosts: setting(
    ['INTEGRATIONS_ALLOWED_HOSTS'],
    'Comma-separated names, addresses and ranges of private hosts that integrations may call',
    hosts,
    [] as string[],
  ),
  integrationsTimeoutMs: setting(
    ['INTEGRATIONS_TIMEOUT_MS'],
    'Maximum time until the target of an integration responds',
    integer(500, 60_000),
    10_000,
  ),
  mcpDirectWrites: setting(
    ['MCP_DIRECT_WRITES'],
    'true: tools of the MCP server may change environments that need no change request',
    flag,
    false as boolean,
  ),
  mcpOrigins: setting(
    ['MCP_ALLOWED_ORIGINS'],
    'Comma-separated origins of pages that may call the MCP server, beside that of UNLEASH_URL',
    list,
    [] as string[],
  ),
  otlpEndpoint: setting(
    ['OTEL_EXPORTER_OTLP_ENDPOINT'],
    'http(s) address of an OpenTelemetry receiver; traces are sent to /v1/traces below it',
    url,
    undefined as string | undefined,
  ),
  otlpTracesEndpoint: setting(
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
    'Complete address for traces, instead of OTEL_EXPORTER_OTLP_ENDPOINT',
    url,
    undefined as string | undefined,
  ),
  otlpHeaders: setting(
    ['OTEL_EXPORTER_OTLP_HEADERS'],
    'Headers for the receiver of traces, as name=value with commas; values are percent-encoded',
    pairs,
    undefined as Record<string, string> | undefined,
  ),
  traceService: setting(['OTEL_SERVICE_NAME'], 'Name of this service in traces', text, 'pennon'),
  traceRatio: setting(
    ['OTEL_TRACES_SAMPLER_ARG'],
    'Share of requests that are traced, from 0 to 1, unless the client decided',
    share,
    1,
  ),
  traceFlushMs: setting(
    ['OTEL_BSP_SCHEDULE_DELAY'],
    'Interval at which traces are sent, in milliseconds',
    integer(10, 600_000),
    5000,
  ),
  adminUsername: setting(
    ['UNLEASH_DEFAULT_ADMIN_USERNAME'],
    'Username of the first administrator',
    text,
    'admin',
  ),
  adminPassword: setting(
    ['UNLEASH_DEFAULT_ADMIN_PASSWORD'],
    'Password of the first administrator; without it, a random one is printed once',
    text,
    undefined as string | undefined,
  ),
  initAdminTokens: setting(
    ['INIT_ADMIN_API_TOKENS'],
    'Comma-separated admin tokens to create, such as *:*.some-secret',
    list,
    [] as string[],
  ),
  initClientTokens: setting(
    ['INIT_CLIENT_API_TOKENS'],
    'Comma-separated client tokens to create, such as default:development.some-secret',
    list,
    [] as string[],
  ),
  initFrontendTokens: setting(
    ['INIT_FRONTEND_API_TOKENS'],
    'Comma-separated frontend tokens to create, such as default:development.some-secret',
    list,
    [] as string[],
  ),
};

export type Config = Values<typeof variables>;

/** Throws for the first malformed variable, with its name. */
export function readConfig(environment: Environment = process.env): Config {
  const config = readVariables(variables, environment);
  if (config.retentionMonths !== undefined && config.partitionsFrom === 0) {
    throw new ConfigError('EVENT_RETENTION_MONTHS needs EVENT_PARTITIONS_FROM.');
  }
  const { port } = config;
  const isPublic = variables.publicUrl.names.some((name) => environment[name]);
  return isPublic || port === 0 ? config : { ...config, publicUrl: `http://localhost:${port}` };
}

/** One row per variable, for `--help` and for docs/operating.md. */
export const describeVariables = () => describe(variables);

type Variables = Readonly<Record<string, Variable<unknown>>>;
type Values<V extends Variables> = { [K in keyof V]: V[K]['fallback'] };
export type Environment = Record<string, string | undefined>;

export function readVariables<V extends Variables>(own: V, environment: Environment): Values<V> {
  const entries = Object.entries(own).map(([key, variable]) => [
    key,
    readVariable(variable, environment),
  ]);
  return Object.fromEntries(entries) as Values<V>;
}

export function describe(own: Variables): { name: string; help: string; fallback: string }[] {
  return Object.values(own).map(({ names, help, fallback }) => ({
    name: names.join(', '),
    help,
    fallback: fallback === undefined || String(fallback) === '' ? 'none' : String(fallback),
  }));
}

function readVariable<T>(variable: Variable<T>, environment: Environment) {
  const name = variable.names.find((candidate) => environment[candidate]);
  if (name === undefined) return variable.fallback;
  try {
    return variable.parse(environment[name] ?? '');
  } catch (error) {
    throw new ConfigError(`${name} ${(error as Error).message}`);
  }
}
