import { expect } from 'vitest';
import type { Definition } from '../transfer/declarations/schema.ts';
import type { TestApp } from './app.ts';

export const pathTo = (project: string, route: string) => `/api/admin/projects/${project}/${route}`;

export type DeclaredChange = { flag: string | null; sentences: string[] };
type Outcome = { applied: DeclaredChange[]; requested: { changes: DeclaredChange[] }[] };

export const sentencesIn = ({ applied, requested }: Outcome) =>
  [...applied, ...requested.flatMap(({ changes }) => changes)].flatMap(({ flag, sentences }) =>
    sentences.map((it) => `${flag ?? 'segments'}: ${it}`),
  );

/** Calls about the definition of a project. */
export function declarationCalls(app: () => TestApp) {
  const send = (
    project: string,
    definition: unknown,
    { dryRun = false, token }: { dryRun?: boolean; token?: string } = {},
  ) =>
    app().post(
      pathTo(project, 'apply'),
      { definition, dryRun },
      { headers: { prefer: 'handling=strict' }, ...(token === undefined ? {} : { token }) },
    );
  const accepted = async (response: ReturnType<typeof send>) => {
    const { status, body } = await response;
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  return {
    send,
    apply: (project: string, definition: unknown, token?: string) =>
      accepted(send(project, definition, token === undefined ? {} : { token })),
    /** The sentences of what would change. */
    plan: async (project: string, definition: unknown): Promise<string[]> =>
      sentencesIn(await accepted(send(project, definition, { dryRun: true }))),
    pull: async (project: string): Promise<Definition> =>
      (await app().get(pathTo(project, 'definition'))).body,
  };
}
