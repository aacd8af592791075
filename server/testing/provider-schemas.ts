/**
 * What targets of integrations accept, written from their documentation (named with each), as far as
 * Pennon uses it: unknown members are refused, and the documented limits are asserted.
 */

const text = (maxLength: number, minLength = 1) => ({ type: 'string', minLength, maxLength });
const object = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});

/** https://docs.slack.dev/reference/block-kit/blocks and …/reference/methods/chat.postMessage */
const mrkdwn = object({ type: { const: 'mrkdwn' }, text: text(3000) });
const slackMessage = {
  text: text(4000),
  blocks: {
    type: 'array',
    minItems: 1,
    maxItems: 50,
    items: {
      anyOf: [
        object({ type: { const: 'section' }, text: mrkdwn }),
        object({
          type: { const: 'context' },
          elements: { type: 'array', minItems: 1, maxItems: 10, items: mrkdwn },
        }),
      ],
    },
  },
};
const slackSender = { channel: text(80), username: text(80), icon_emoji: text(80) };

/** https://adaptivecards.io/explorer and learn.microsoft.com: “Create incoming webhooks with workflows” */
const textBlock = object(
  {
    type: { const: 'TextBlock' },
    text: text(28_000),
    wrap: { type: 'boolean' },
    weight: { enum: ['Lighter', 'Default', 'Bolder'] },
    fontType: { enum: ['Default', 'Monospace'] },
  },
  ['type', 'text'],
);
const teams = object({
  type: { const: 'message' },
  attachments: {
    type: 'array',
    minItems: 1,
    maxItems: 1,
    items: object({
      contentType: { const: 'application/vnd.microsoft.card.adaptive' },
      contentUrl: { type: 'null' },
      content: object({
        $schema: { const: 'http://adaptivecards.io/schemas/adaptive-card.json' },
        type: { const: 'AdaptiveCard' },
        version: { enum: ['1.2', '1.3', '1.4', '1.5'] },
        body: { type: 'array', minItems: 1, items: textBlock },
        actions: {
          type: 'array',
          items: object({
            type: { const: 'Action.OpenUrl' },
            title: text(100),
            url: { type: 'string', format: 'uri' },
          }),
        },
      }),
    }),
  },
});

export const providerSchemas: Readonly<Record<string, object>> = {
  slack: object({ ...slackMessage, ...slackSender }, ['text', 'blocks']),
  'slack-app': object({ ...slackMessage, channel: text(80) }),
  teams,
  'teams-workflow': teams,
  /** https://discord.com/developers/docs/resources/webhook#execute-webhook and …/message#embed-object-embed-limits */
  discord: object({
    allowed_mentions: object({ parse: { type: 'array', maxItems: 0 } }),
    embeds: {
      type: 'array',
      minItems: 1,
      maxItems: 10,
      items: object({
        title: text(256),
        url: { type: 'string', format: 'uri' },
        description: text(4096),
        timestamp: { type: 'string', format: 'date-time' },
        footer: object({ text: text(2048) }),
      }),
    },
  }),
  /** https://docs.datadoghq.com/api/latest/events/#post-an-event (v1) */
  datadog: object(
    {
      title: text(100),
      text: text(4000),
      date_happened: { type: 'integer', minimum: 0 },
      tags: { type: 'array', items: text(200) },
      aggregation_key: text(100),
      source_type_name: text(100),
    },
    ['title', 'text'],
  ),
  /** https://docs.newrelic.com/docs/data-apis/ingest-apis/event-api/introduction-event-api/ */
  'new-relic': {
    type: 'array',
    minItems: 1,
    maxItems: 2000,
    items: {
      type: 'object',
      required: ['eventType'],
      maxProperties: 254,
      properties: {
        eventType: { type: 'string', pattern: '^[A-Za-z0-9_: ]{1,255}$' },
        timestamp: { type: 'integer' },
      },
      additionalProperties: { anyOf: [{ type: 'number' }, text(4096, 0)] },
    },
  },
  /** https://grafana.com/docs/grafana/latest/developers/http_api/annotations/#create-annotation */
  grafana: object(
    {
      dashboardUID: text(40),
      time: { type: 'integer', minimum: 1_000_000_000_000 },
      tags: { type: 'array', items: { type: 'string' } },
      text: text(10_000),
    },
    ['text'],
  ),
};
