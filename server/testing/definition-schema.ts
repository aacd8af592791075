import { Constraint, StrategyVariant, Variant } from '../flags/strategies/schema.ts';
import { Definition } from '../transfer/declarations/schema.ts';

const components = [Constraint, StrategyVariant, Variant];

/** The JSON Schema of files with flags, for editors: without references outside of itself. */
export function definitionSchema(): string {
  const { $id: _, ...definition } = Definition as typeof Definition & { $id: string };
  const definitions = Object.fromEntries(
    components.map((schema) => {
      const { $id, ...rest } = schema as typeof schema & { $id: string };
      return [$id, rest];
    }),
  );
  const document = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Flags and segments of a project in Pennon',
    ...definition,
    definitions,
  };
  const text = JSON.stringify(document, forEditors, 2);
  return `${text.replaceAll(/"\$ref": "(\w+)#"/g, '"$ref": "#/definitions/$1"')}\n`;
}

/** Numbers where texts are wanted are accepted by the server. */
function forEditors(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('x-number-as-text' in value)) return value;
  const { 'x-number-as-text': __, type: ___, ...rest } = value as Record<string, unknown>;
  return { type: ['string', 'number'], ...rest };
}
