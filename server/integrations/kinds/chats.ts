import type { Event } from '../../audit/event-log/schema.ts';
import type { HttpKind } from './definition.ts';
import { customHeaders, url } from './parameters.ts';
import { postEach } from './requests.ts';
import { clip, diffOf, linkOf, summaryOf } from './text.ts';

/** Microsoft Teams, by the trigger of a workflow or an incoming webhook. */
export const teams: HttpKind = {
  displayName: 'Microsoft Teams',
  description: 'Posts an adaptive card for each event.',
  documentationUrl:
    'https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook',
  parameters: {
    url: url('The address of the workflow “When a Teams webhook request is received”.'),
    customHeaders,
  },
  eventsMax: 1,
  signed: false,
  requests: (message) =>
    postEach(message, { url: message.parameters.url }, (event) => ({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: cardOf(event, message.baseUrl),
        },
      ],
    })),
};

/** The name by which newer versions of the peer have the same. */
export const teamsWorkflow: HttpKind = { ...teams, displayName: 'Microsoft Teams workflow' };

/** A message of Teams has at most 28 KB. */
const cardTextMax = 4000;

function cardOf(event: Event, baseUrl: string) {
  const block = (text: string, style: object) => ({
    type: 'TextBlock',
    text: clip(text, cardTextMax),
    wrap: true,
    ...style,
  });
  const diff = diffOf(event);
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      block(event.label ?? event.type, { weight: 'Bolder' }),
      block(summaryOf(event, 'markdown', baseUrl), {}),
      // Two line feeds start a new line in the markdown of cards.
      ...(diff === '' ? [] : [block(diff.replaceAll('\n', '\n\n'), { fontType: 'Monospace' })]),
    ],
    actions: [{ type: 'Action.OpenUrl', title: 'Open in Pennon', url: linkOf(event, baseUrl) }],
  };
}

/** The limits of an embed are 256, 4096 and, in total, 6000 characters. */
const titleMax = 256;
const summaryMax = 1500;
const diffMax = 2000;

export const discord: HttpKind = {
  displayName: 'Discord',
  description: 'Posts a message for each event.',
  documentationUrl: 'https://discord.com/developers/docs/resources/webhook#execute-webhook',
  parameters: { url: url('The address of the webhook of a channel.') },
  eventsMax: 1,
  signed: false,
  requests: (message) =>
    postEach(message, { url: message.parameters.url }, (event) => {
      const diff = clip(diffOf(event), diffMax).replaceAll('```', "'''");
      const summary = clip(summaryOf(event, 'markdown', message.baseUrl), summaryMax);
      return {
        // Names in events must not notify anyone.
        allowed_mentions: { parse: [] },
        embeds: [
          {
            title: clip(event.label ?? event.type, titleMax),
            url: linkOf(event, message.baseUrl),
            description: diff === '' ? summary : `${summary}\n\`\`\`diff\n${diff}\n\`\`\``,
            timestamp: event.createdAt,
            footer: { text: event.type },
          },
        ],
      };
    }),
};
