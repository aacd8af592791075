import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import type { Api } from './api.ts';

/** The server, as the caller of one message sees it. */
export type Context = {
  api: Api;
  /** Address of the console, for links. */
  publicUrl: string;
  /** Whether tools may change environments that need no change request. */
  directWrites: boolean;
};

export type Tool = {
  name: string;
  title: string;
  description: string;
  input: TSchema;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: false;
  };
  run: (context: Context, input: never) => Promise<unknown>;
};

const effects = {
  reads: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  adds: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  changes: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
};

export function tool<P extends TProperties>(
  name: string,
  definition: {
    title: string;
    description: string;
    effect: keyof typeof effects;
    input: P;
    run: (context: Context, input: Static<ReturnType<typeof inputOf<P>>>) => Promise<unknown>;
  },
): Tool {
  const { title, description, effect, input, run } = definition;
  const annotations = { ...effects[effect], openWorldHint: false as const };
  return {
    name,
    title,
    description,
    annotations,
    input: inputOf(input),
    run: run as Tool['run'],
  };
}

const inputOf = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

const name = (description: string) => Type.String({ minLength: 1, maxLength: 100, description });

export const Project = name('Id of the project, as in list_projects');
export const FlagName = name('Exact name of the flag');
export const Environment = name('Name of the environment, as in get_flag');

export const page = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 50, default: 20, description: 'Items to return' }),
  ),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0, description: 'Items to skip' }),
  ),
};

export const linkTo = ({ publicUrl }: Context, project: string, rest: string) =>
  `${publicUrl}/projects/${encodeURIComponent(project)}/${rest}`;
