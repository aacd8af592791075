import type { Event } from '../../audit/event-log/schema.ts';
import type { OutboundRequest } from '../../platform/outbound/client.ts';
import { json, type Message } from './definition.ts';
import { headersOf } from './parameters.ts';
import { renderJson } from './template.ts';
import { summaryOf } from './text.ts';

type Target = { url: string | undefined; headers?: Readonly<Record<string, string>> };

/** A JSON request for each event, with the user's headers and, if there is one, their template. */
export function postEach(
  message: Message,
  { url = '', headers = {} }: Target,
  bodyOf: (event: Event) => unknown,
): OutboundRequest[] {
  const { customHeaders, bodyTemplate } = message.parameters;
  return message.events.map((event) => ({
    url,
    headers: { ...json, ...headersOf(customHeaders), ...headers },
    body:
      bodyTemplate === undefined
        ? JSON.stringify(bodyOf(event))
        : renderTemplate(bodyTemplate, message),
  }));
}

/** Inserts the values that placeholders can name. */
export function renderTemplate(template: string, message: Message, render = renderJson): string {
  const [event] = message.events;
  const eventMarkdown = event && summaryOf(event, 'markdown', message.baseUrl);
  return render(template, { event, eventJson: event, eventMarkdown });
}
