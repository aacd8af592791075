import type { Event } from '../../audit/event-log/schema.ts';
import type { HttpKind } from './definition.ts';
import { bodyTemplate, customHeaders, option, secret, url } from './parameters.ts';
import { postEach } from './requests.ts';
import { isJsonTemplate } from './template.ts';
import { clip, summaryOf } from './text.ts';
import { notJson } from './webhook.ts';

const checkTemplate: HttpKind['check'] = ({ bodyTemplate: template }) =>
  template === undefined || isJsonTemplate(template) ? undefined : notJson;

/** Datadog shows at most 4000 characters. */
const datadogTextMax = 3900;
const datadogUrl = 'https://api.datadoghq.com/api/v1/events';

export const datadog: HttpKind = {
  displayName: 'Datadog',
  description: 'Posts each event to the event stream.',
  documentationUrl: 'https://docs.datadoghq.com/api/latest/events/#post-an-event',
  parameters: {
    url: url(`The address of the events API; default ${datadogUrl}.`, {
      required: false,
      sensitive: false,
    }),
    apiKey: secret('API key', 'An API key of the organisation.'),
    sourceTypeName: option('Source type name', 'The source of the events in Datadog.'),
    customHeaders,
    bodyTemplate,
  },
  eventsMax: 1,
  signed: false,
  check: checkTemplate,
  requests: (message) => {
    const { url: target = datadogUrl, apiKey = '', sourceTypeName } = message.parameters;
    return postEach(message, { url: target, headers: { 'dd-api-key': apiKey } }, (event) => ({
      title: clip(event.label ?? event.type, 100),
      text: `%%% \n${clip(summaryOf(event, 'markdown', message.baseUrl), datadogTextMax)} \n%%% `,
      date_happened: secondsOf(event),
      tags: tagsOf(event),
      aggregation_key: clip(event.featureName || event.project || 'pennon', 100),
      ...(sourceTypeName === undefined ? {} : { source_type_name: sourceTypeName }),
    }));
  },
};

/** New Relic truncates longer values. */
const attributeMax = 4096;

export const newRelic: HttpKind = {
  displayName: 'New Relic',
  description: 'Posts each event to the event API.',
  documentationUrl:
    'https://docs.newrelic.com/docs/data-apis/ingest-apis/event-api/introduction-event-api/',
  parameters: {
    url: url('The address of the event API, with the account.', {
      sensitive: false,
      placeholder: 'https://insights-collector.newrelic.com/v1/accounts/ACCOUNT/events',
    }),
    licenseKey: secret('License key', 'The license key of the account.'),
    customHeaders,
    bodyTemplate,
  },
  eventsMax: 1,
  signed: false,
  check: checkTemplate,
  requests: (message) => {
    const { url: target, licenseKey = '' } = message.parameters;
    return postEach(message, { url: target, headers: { 'api-key': licenseKey } }, (event) => [
      attributesOf(event, message.baseUrl),
    ]);
  },
};

/** Attributes are texts and numbers only. */
function attributesOf(event: Event, baseUrl: string): Record<string, string | number> {
  const texts = {
    type: event.type,
    createdBy: event.createdBy,
    project: event.project,
    environment: event.environment,
    featureName: event.featureName,
    label: event.label,
    summary: summaryOf(event, 'plain', baseUrl),
    data: event.data && JSON.stringify(event.data),
    preData: event.preData && JSON.stringify(event.preData),
  };
  return {
    eventType: 'PennonEvent',
    eventId: event.id,
    timestamp: secondsOf(event),
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([name, text]) =>
        text === null ? [] : [[name, clip(text, attributeMax)]],
      ),
    ),
  };
}

export const grafana: HttpKind = {
  displayName: 'Grafana',
  description: 'Adds an annotation for each event.',
  documentationUrl:
    'https://grafana.com/docs/grafana/latest/developers/http_api/annotations/#create-annotation',
  parameters: {
    url: url('The address of Grafana, such as https://grafana.example.com.', { sensitive: false }),
    accessToken: secret('Service account token', 'A token that may write annotations.'),
    dashboardUID: option('Dashboard', 'The UID of a dashboard; default: the whole organisation.'),
    customHeaders,
  },
  eventsMax: 1,
  signed: false,
  requests: (message) => {
    const { url: target = '', accessToken, dashboardUID } = message.parameters;
    const address = `${target.replace(/\/+$/, '')}/api/annotations`;
    const headers = { authorization: `Bearer ${accessToken}` };
    return postEach(message, { url: address, headers }, (event) => ({
      time: Date.parse(event.createdAt),
      text: clip(summaryOf(event, 'plain', message.baseUrl), 2000),
      tags: tagsOf(event),
      ...(dashboardUID === undefined ? {} : { dashboardUID }),
    }));
  },
};

const secondsOf = ({ createdAt }: Event) => Math.floor(Date.parse(createdAt) / 1000);

function tagsOf(event: Event): string[] {
  const scope = { project: event.project, environment: event.environment, flag: event.featureName };
  const own = Object.entries(scope).flatMap(([name, value]) =>
    value === null ? [] : [`${name}:${value}`],
  );
  const tagged = event.tags.map(({ type, value }) => `${type}:${value}`);
  return ['pennon', `event:${event.type}`, ...own, ...tagged].map((tag) => clip(tag, 200));
}
