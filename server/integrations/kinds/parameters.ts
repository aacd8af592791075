import type { Parameter } from './definition.ts';
import { templateError } from './template.ts';

export const url = (description: string, options: Partial<Parameter> = {}): Parameter => ({
  displayName: 'URL',
  type: 'url',
  description,
  required: true,
  sensitive: true,
  check: urlError,
  ...options,
});

export const secret = (displayName: string, description: string): Parameter => ({
  displayName,
  type: 'text',
  description,
  required: true,
  sensitive: true,
  check: headerValueError,
});

export const option = (
  displayName: string,
  description: string,
  options: Partial<Parameter> = {},
): Parameter => ({
  displayName,
  type: 'text',
  description,
  required: false,
  sensitive: false,
  ...options,
});

export const customHeaders = option(
  'Extra HTTP headers',
  'A JSON object of names and values that are sent as headers.',
  {
    type: 'textfield',
    placeholder: '{"X-Team": "web"}',
    sensitive: true,
    check: headersError,
  },
);

export const bodyTemplate = option(
  'Body template',
  'The body, with {{event.type}} and the like where a value of the event is inserted. Default: ' +
    'the event as JSON.',
  {
    type: 'textfield',
    placeholder: '{"text": "{{event.createdBy}} changed {{event.featureName}}"}',
    check: templateError,
  },
);

/** The headers of a parameter that was checked; in lower case, so that they replace defaults. */
export function headersOf(text = '{}'): Record<string, string> {
  const headers = Object.entries(JSON.parse(text) as Record<string, string>);
  return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
}

export const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

function urlError(text: string): string | undefined {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return 'must be an http or https address';
  if (parsed.username !== '' || parsed.password !== '') return 'must not contain credentials';
  return undefined;
}

const headersMax = 20;
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
const headerValue = /^[\t\x20-\x7e]*$/;
/** Set by the connection, or by Pennon. */
const reservedHeaders =
  /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|webhook-.*)$/i;

function headersError(text: string): string | undefined {
  const headers = parsedObject(text);
  if (!headers) return 'must be a JSON object of texts';
  const entries = Object.entries(headers);
  if (entries.length > headersMax) return `must have at most ${headersMax} headers`;
  for (const [name, value] of entries) {
    if (!headerName.test(name)) return `has the malformed header name "${name}"`;
    if (reservedHeaders.test(name)) return `must not set the header "${name}"`;
    if (typeof value !== 'string' || !headerValue.test(value)) {
      return `must have a printable ASCII text for the header "${name}"`;
    }
  }
  return undefined;
}

export function headerValueError(text: string): string | undefined {
  return headerValue.test(text) ? undefined : 'must be printable ASCII text';
}

function parsedObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
