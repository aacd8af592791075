import { badData, RequestError } from '../platform/errors.ts';
import { type Validator, validatorOf } from '../platform/http/validator.ts';
import { ApiFailure } from './api.ts';
import { changeToolsFor } from './change-tools.ts';
import { asObject, codes, ProtocolError } from './messages.ts';
import { readingTools } from './reading-tools.ts';
import type { Context, Tool } from './tool.ts';

type ValidatedTool = Tool & { validate: Validator };

const validated = (tools: readonly Tool[]): readonly ValidatedTool[] =>
  tools.map((tool) => ({ ...tool, validate: validatorOf(tool.input) }));

const proposing = validated([...readingTools, ...changeToolsFor({ directWrites: false })]);
const writing = validated([...readingTools, ...changeToolsFor({ directWrites: true })]);

/** The tools that the settings of the server allow. */
export const toolsFor = ({ directWrites }: Pick<Context, 'directWrites'>) =>
  directWrites ? writing : proposing;

export const describeTools = (context: Context) =>
  toolsFor(context).map(({ name, title, description, input, annotations }) => ({
    name,
    title,
    description,
    annotations,
    inputSchema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...input },
  }));

/** More would fill the context of a model. */
const charactersMax = 100_000;

/** What is wrong with the arguments or refused by the API is a result, so that a model can react. */
export async function callTool(context: Context, params: Record<string, unknown>) {
  const found = toolsFor(context).find(({ name }) => name === params.name);
  if (!found) {
    throw new ProtocolError(codes.invalidParams, `Unknown tool "${String(params.name)}".`);
  }
  try {
    const input = asObject(params.arguments ?? {});
    found.validate(input ?? params.arguments, 'arguments', refuseUnknown);
    const text = JSON.stringify(await found.run(context, input as never));
    return text.length > charactersMax ? tooLarge(text.length) : result(text);
  } catch (error) {
    if (error instanceof ApiFailure) return failure(error.message);
    if (error instanceof RequestError) return failure(reasonsOf(error));
    throw error;
  }
}

const refuseUnknown: Parameters<Validator>[2] = ([unknown]) => {
  if (!unknown) return;
  const where = unknown.instancePath.slice(1).replaceAll('/', '.');
  const inside = where && ` in "${where}"`;
  throw badData(`Unknown property "${unknown.params.additionalProperty}"${inside}.`);
};

const result = (text: string, more: { isError?: true } = {}) => ({
  content: [{ type: 'text', text }],
  ...more,
});

const failure = (text: string) => result(text, { isError: true });

const tooLarge = (length: number) =>
  failure(
    `The result has ${length} characters, more than ${charactersMax}. Ask for less: a smaller limit or a narrower query.`,
  );

const reasonsOf = ({ details }: RequestError) => details.map(({ message }) => message).join('\n');
