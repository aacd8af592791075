import { type HttpKind, json, type Message } from './definition.ts';
import { bodyTemplate, customHeaders, headersOf, option, secret, url } from './parameters.ts';
import { renderTemplate } from './requests.ts';
import { signatureHeaders } from './signature.ts';
import { isJsonTemplate, renderJson, renderText } from './template.ts';

/** Each event in a signed request of its own. */
export const webhook: HttpKind = {
  displayName: 'Webhook',
  description: 'Posts each event to an address, signed by Standard Webhooks.',
  documentationUrl: 'https://www.standardwebhooks.com/',
  parameters: {
    url: url('The address that receives each event.'),
    contentType: option('Content-Type', 'The header Content-Type; default application/json.', {
      placeholder: 'application/json',
      check: (text) => (mediaType.test(text) ? undefined : 'must be a media type'),
    }),
    authorization: {
      ...secret('Authorization', 'The header Authorization.'),
      required: false,
    },
    bodyTemplate,
    customHeaders,
  },
  eventsMax: 1,
  signed: true,
  check: ({ contentType, bodyTemplate: template }) =>
    template !== undefined && isJson(contentType) && !isJsonTemplate(template)
      ? notJson
      : undefined,
  requests: (message) => {
    const { contentType = json['content-type'] } = message.parameters;
    return [signedRequest(message, contentType, bodyOf(message))];
  },
};

/** Many events in one signed request, one per line. */
export const ndjson: HttpKind = {
  displayName: 'NDJSON',
  description: 'Posts events in batches, one JSON text per line, for log collectors.',
  documentationUrl: 'https://github.com/ndjson/ndjson-spec',
  parameters: {
    url: url('The address that receives the batches.'),
    authorization: { ...secret('Authorization', 'The header Authorization.'), required: false },
    customHeaders,
  },
  eventsMax: 100,
  signed: true,
  requests: (message) => {
    const body = message.events.map((event) => `${JSON.stringify(event)}\n`).join('');
    return [signedRequest(message, 'application/x-ndjson', body)];
  },
};

/** For the kinds whose template must yield JSON. */
export const notJson: [string, string] = [
  'bodyTemplate',
  'must be JSON, with placeholders instead of values or inside texts in quotes',
];

const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(; ?[\w-]+=[\w."-]+)*$/;
const isJson = (contentType = 'json') => /json/i.test(contentType);

function bodyOf(message: Message): string {
  const { contentType, bodyTemplate: template } = message.parameters;
  if (template === undefined) return JSON.stringify(message.events[0]);
  return renderTemplate(template, message, isJson(contentType) ? renderJson : renderText);
}

function signedRequest(message: Message, contentType: string, body: string) {
  const { url: target = '', authorization, customHeaders: more } = message.parameters;
  const { id, timestamp } = message;
  return {
    url: target,
    headers: {
      'content-type': contentType,
      ...(authorization === undefined ? {} : { authorization }),
      ...headersOf(more),
      ...signatureHeaders(message.signingSecrets, { id, timestamp, body }),
    },
    body,
  };
}
