import { badQuery, type Expression, joined, type Operator, type Value } from './syntax.ts';

const depthMax = 20;
const termsMax = 100;

/** The parts that must all match; none if the query is empty. */
export function parseQuery(text: string): readonly Expression[] {
  const reader = new Reader(text);
  reader.skipSpace();
  if (reader.atEnd) return [];
  const expression = reader.readOr(0);
  if (!reader.atEnd) throw reader.problem('")" closes no parenthesis');
  return expression.kind === 'and' ? expression.parts : [expression];
}

const space = /\s*/y;
const keyword = /(or|and)(?=[\s()]|$)/iy;
const key = /([A-Za-z][\w.-]*):/y;
const operator = /<=|>=|<|>/y;
const bare = /[^\s"()]+/y;
const quoted = /"((?:[^"\\]|\\.)*)"/sy;

/** Recursive descent; a method reads the rule of its name from the current position. */
class Reader {
  readonly #text: string;
  #index = 0;
  #terms = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    return this.#index === this.#text.length;
  }

  problem(message: string, index = this.#index) {
    // Counted in characters as a person sees them in the query, not in UTF-16 units.
    return badQuery(message, [...this.#text.slice(0, index)].length + 1);
  }

  skipSpace(): void {
    this.#take(space);
  }

  readOr(depth: number): Expression {
    const parts = [this.#readAnd(depth)];
    while (this.#takeKeyword('or')) parts.push(this.#readAnd(depth));
    return joined('or', parts);
  }

  #readAnd(depth: number): Expression {
    const parts = [this.#readPart(depth)];
    while (!this.atEnd && this.#next !== ')' && !this.#seesKeyword('or')) {
      this.#takeKeyword('and');
      parts.push(this.#readPart(depth));
    }
    return joined('and', parts);
  }

  #readPart(depth: number): Expression {
    if (depth > depthMax) throw this.problem(`parentheses and "-" are nested ${depthMax} deep`);
    if (this.atEnd || this.#next === ')' || this.#seesKeyword('or') || this.#seesKeyword('and'))
      throw this.problem('a term or a text is expected');
    const part = this.#readNegatable(depth);
    this.skipSpace();
    return part;
  }

  #readNegatable(depth: number): Expression {
    if (this.#takeCharacter('-')) return { kind: 'not', part: this.#readPart(depth + 1) };
    return this.#next === '(' ? this.#readGroup(depth) : this.#readTerm(depth);
  }

  #readGroup(depth: number): Expression {
    const start = this.#index;
    this.#index += 1;
    this.skipSpace();
    const inner = this.readOr(depth + 1);
    if (!this.#takeCharacter(')')) throw this.problem('this "(" is not closed', start);
    return inner;
  }

  #readTerm(depth: number): Expression {
    this.#terms += 1;
    if (this.#terms > termsMax) throw this.problem(`a query has at most ${termsMax} terms`);
    const at = this.#position;
    const name = this.#take(key)?.[1];
    if (name === undefined) return { kind: 'text', text: this.#readText(), at };
    const comparison = (this.#take(operator)?.[0] ?? '') as Operator;
    const valueAt = this.#position;
    const value = this.#readValue();
    if (value.text === '') throw this.problem(`a value is expected after "${name}:"`);
    if (this.#next === '(' && comparison === '') {
      const partAt = this.#position;
      return { kind: 'within', key: name, value, part: this.#readGroup(depth), at, partAt };
    }
    this.#expectSpace();
    return { kind: 'term', key: name, operator: comparison, value, at, valueAt };
  }

  #readText(): string {
    const { index, value } = { index: this.#index, value: this.#readValue() };
    const text = value.prefix ? `${value.text}*` : value.text;
    if (text === '') throw this.problem('a term or a text is expected', index);
    this.#expectSpace();
    return text;
  }

  #expectSpace(): void {
    if (this.#next === '(') throw this.problem('a space is expected before "("');
  }

  /** Quoted and unquoted pieces without space between them. */
  #readValue(): Value {
    let text = '';
    let prefix = false;
    for (;;) {
      const unquoted = this.#take(bare)?.[0];
      if (unquoted !== undefined) {
        prefix = unquoted.endsWith('*');
        text += prefix ? unquoted.slice(0, -1) : unquoted;
        continue;
      }
      if (this.#next !== '"') break;
      const inner = this.#take(quoted)?.[1];
      if (inner === undefined) throw this.problem('this quote is not closed');
      text += (prefix ? '*' : '') + inner.replaceAll(/\\(.)/gs, '$1');
      prefix = false;
    }
    return { text, prefix };
  }

  get #next(): string | undefined {
    return this.#text[this.#index];
  }

  get #position(): number {
    return [...this.#text.slice(0, this.#index)].length + 1;
  }

  #takeCharacter(character: string): boolean {
    const taken = this.#next === character;
    if (taken) this.#index += 1;
    return taken;
  }

  #seesKeyword(word: 'or' | 'and'): boolean {
    keyword.lastIndex = this.#index;
    return keyword.exec(this.#text)?.[1]?.toLowerCase() === word;
  }

  #takeKeyword(word: 'or' | 'and'): boolean {
    if (!this.#seesKeyword(word)) return false;
    this.#index += word.length;
    this.skipSpace();
    return true;
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#index;
    const match = pattern.exec(this.#text);
    this.#index += match?.[0].length ?? 0;
    return match;
  }
}
