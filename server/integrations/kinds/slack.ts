import type { Event } from '../../audit/event-log/schema.ts';
import type { OutboundResponse } from '../../platform/outbound/client.ts';
import { type Failure, type HttpKind, json, type Message } from './definition.ts';
import { customHeaders, headersOf, listOf, option, secret, url } from './parameters.ts';
import { clip, diffOf, linkOf, styles, summaryOf } from './text.ts';

/** The incoming webhook of a Slack app; channel and name are those of older webhooks. */
export const slack: HttpKind = {
  displayName: 'Slack (incoming webhook)',
  description: 'Posts a message for each event.',
  documentationUrl: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
  parameters: {
    url: url('The address of the incoming webhook.'),
    defaultChannel: option(
      'Default channel',
      'The channel, unless the flag has tags of type slack; only older webhooks can choose one.',
    ),
    username: option('Username', 'The name of the sender, for older webhooks.'),
    emojiIcon: option('Emoji icon', 'The icon of the sender, for older webhooks.', {
      placeholder: ':flag:',
    }),
    customHeaders,
  },
  eventsMax: 1,
  signed: false,
  requests: (message) => {
    const { url: target = '', customHeaders: more, ...sender } = message.parameters;
    const headers = { ...json, ...headersOf(more) };
    return eachEvent(message, ({ event, channel }) => ({
      url: target,
      headers,
      body: JSON.stringify({
        ...(channel === undefined ? {} : { channel }),
        ...(sender.username === undefined ? {} : { username: sender.username }),
        ...(sender.emojiIcon === undefined ? {} : { icon_emoji: sender.emojiIcon }),
        ...messageOf(event, message.baseUrl),
      }),
    }));
  },
};

const channelsMax = 10;

/** The Slack app of the workspace, by its bot token. */
export const slackApp: HttpKind = {
  displayName: 'Slack app',
  description: 'Posts a message for each event as the bot of a Slack app.',
  documentationUrl: 'https://docs.slack.dev/reference/methods/chat.postMessage',
  parameters: {
    accessToken: secret('Access token', 'The bot token of the app (xoxb-…), with chat:write.'),
    defaultChannels: option(
      'Channels',
      'Names or ids, separated by commas; a flag with tags of type slack is posted to those instead.',
      {
        placeholder: '#flags',
        check: (text) =>
          listOf(text).length > channelsMax
            ? `must have at most ${channelsMax} channels`
            : undefined,
      },
    ),
  },
  eventsMax: 1,
  signed: false,
  requests: (message) =>
    eachEvent(message, ({ event, channel = '' }) => ({
      url: 'https://slack.com/api/chat.postMessage',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        authorization: `Bearer ${message.parameters.accessToken}`,
      },
      body: JSON.stringify({ channel, ...messageOf(event, message.baseUrl) }),
    })),
  failureOf: slackFailure,
};

/** Errors of one channel or message, which would fail again; a token can be replaced. */
const permanentErrors = new Set([
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'msg_too_long',
  'invalid_blocks',
  'restricted_action',
]);

/** Slack reports failures with status 200 and `{"ok": false, "error": "…"}`. */
function slackFailure({ text }: OutboundResponse): Failure | undefined {
  const [, ok] = /^\s*\{\s*"ok"\s*:\s*(true|false)/.exec(text) ?? [];
  if (ok === 'true') return undefined;
  const [, error = 'no result'] = /"error"\s*:\s*"([a-z_]+)"/.exec(text) ?? [];
  return { error: `Slack: ${error}`, permanent: permanentErrors.has(error) };
}

type Post = { event: Event; channel: string | undefined };

/** One request for each channel; without any, one without a channel. */
function eachEvent<T>({ events, parameters }: Message, requestOf: (post: Post) => T): T[] {
  const { defaultChannel, defaultChannels } = parameters;
  return events.flatMap((event) => {
    const tagged = event.tags.filter(({ type }) => type === 'slack').map(({ value }) => value);
    const channels = tagged.length > 0 ? tagged : listOf(defaultChannels ?? defaultChannel);
    const posts = channels.length > 0 ? channels.slice(0, channelsMax) : [undefined];
    return posts.map((channel) => requestOf({ event, channel }));
  });
}

/** A section has at most 3000 characters. */
const sectionMax = 2900;

function messageOf(event: Event, baseUrl: string) {
  const diff = styles.slack.escape(diffOf(event)).replaceAll('```', "'''");
  const section = (text: string) => ({
    type: 'section',
    text: { type: 'mrkdwn', text: clip(text, sectionMax) },
  });
  return {
    text: clip(summaryOf(event, 'plain', baseUrl), sectionMax),
    blocks: [
      section(summaryOf(event, 'slack', baseUrl)),
      ...(diff === '' ? [] : [section(`\`\`\`${clip(diff, sectionMax - 10)}\`\`\``)]),
      {
        type: 'context',
        elements: [{ type: 'mrkdwn', text: `${event.type} · <${linkOf(event, baseUrl)}|Pennon>` }],
      },
    ],
  };
}
