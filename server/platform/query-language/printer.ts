import type { Expression, Value } from './syntax.ts';

/** A text that is parsed to the same expression. */
export function printQuery(parts: readonly Expression[]): string {
  return parts.map((part) => print(part, parts.length > 1 ? 'and' : 'or')).join(' ');
}

/** In parentheses where the kind around it binds more strongly. */
function print(expression: Expression, around: 'or' | 'and' | 'not'): string {
  const { kind } = expression;
  if (kind === 'term')
    return `${expression.key}:${expression.operator}${printValue(expression.value)}`;
  if (kind === 'within') {
    return `${expression.key}:${printValue(expression.value)}(${print(expression.part, 'or')})`;
  }
  if (kind === 'text') return printText(expression.text);
  if (kind === 'not') return `-${print(expression.part, 'not')}`;
  const text = expression.parts.map((part) => print(part, kind)).join(kind === 'or' ? ' or ' : ' ');
  return around === 'not' || (kind === 'or' && around === 'and') ? `(${text})` : text;
}

const printValue = ({ text, prefix }: Value) =>
  (/^[^\s"()<>]+$/.test(text) && !text.endsWith('*') ? text : quote(text)) + (prefix ? '*' : '');

const printText = (text: string) =>
  /^[^\s"():-][^\s"():]*$/.test(text) && !/^(or|and)$/i.test(text) ? text : quote(text);

const quote = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
