/**
 * Templates of bodies: JSON or other text with placeholders such as `{{event.data.name}}`. Inside a
 * JSON text, a placeholder becomes the escaped text of the value; elsewhere in JSON, the value itself.
 */

/** With two braces or three, as in Mustache; the escaping is the same. */
const placeholder = /\{\{\{([^{}]*)\}\}\}|\{\{([^{}]*)\}\}/g;
const path = /^\s*&?\s*((?:event|eventJson|eventMarkdown)(?:\.[A-Za-z0-9_$-]+)*)\s*$/;
/** An escape sequence that the inserted text would continue. */
const openEscape = /(?:^|[^\\])(?:\\\\)*\\(?:u[0-9A-Fa-f]{0,3})?\{\{/;

/** What is wrong with a template, if anything. */
export function templateError(template: string): string | undefined {
  const malformed = [...template.matchAll(placeholder)].find(
    ([, raw, name = raw ?? '']) => !path.test(name),
  );
  return malformed
    ? `has the placeholder ${malformed[0]}; allowed are event, its members, eventJson and eventMarkdown`
    : undefined;
}

/** Whether it yields JSON for every event. */
export function isJsonTemplate(template: string): boolean {
  if (openEscape.test(template)) return false;
  try {
    JSON.parse(renderJson(template, {}));
    return true;
  } catch {
    return false;
  }
}

export const renderJson = (template: string, context: object): string =>
  render(template, context, jsonText);

export const renderText = (template: string, context: object): string =>
  render(template, context, textOf);

type Insert = (value: unknown, insideText: boolean) => string;

function render(template: string, context: object, insert: Insert): string {
  let insideText = false;
  let end = 0;
  return template.replace(placeholder, (match: string, raw?: string, name = raw, at = 0) => {
    insideText = endsInsideText(template.slice(end, at), insideText);
    end = at + match.length;
    return insert(valueAt(context, path.exec(name ?? '')?.[1] ?? ''), insideText);
  });
}

/** Whether a JSON text is open after this part of the template. */
function endsInsideText(part: string, before: boolean): boolean {
  const quotes = part.replace(/\\[\s\S]/g, '').match(/"/g)?.length ?? 0;
  return before !== (quotes % 2 === 1);
}

function jsonText(value: unknown, insideText: boolean): string {
  if (!insideText) return JSON.stringify(value ?? null);
  return JSON.stringify(textOf(value)).slice(1, -1);
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Own members only, so that no template reaches a prototype. */
const valueAt = (context: object, names: string): unknown =>
  names
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : undefined,
      context,
    );
