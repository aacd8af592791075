import { print, type Values } from '../server/terminal.ts';
import type { ApplyOutcome } from '../server/transfer/declarations/schema.ts';
import { completeRequest } from './changes.ts';
import type { Session } from './command.ts';
import { printJson } from './output.ts';

/** Prints what was changed, and completes the change requests of protected environments. */
export async function finishPlan(
  session: Session,
  project: string,
  outcome: ApplyOutcome,
  values: Values,
): Promise<number> {
  const requests = [];
  for (const { environment, changeRequestId: id } of outcome.requested) {
    if (id === null) continue;
    const request = await completeRequest(session.client, { project, id }, values);
    requests.push({ environment, id, ...request });
  }
  if (session.json) return printJson(session.terminal, { ...outcome, changeRequests: requests });
  printPlan(session, outcome);
  for (const { environment, id, state, url } of requests) {
    print(session.terminal, `\nChange request ${id} in ${environment}: ${state}.\n${url}`);
  }
  return 0;
}

export const countChanges = ({ applied, requested }: ApplyOutcome) =>
  applied.length + requested.reduce((sum, { changes }) => sum + changes.length, 0);

type Changes = ApplyOutcome['applied'];

export function printPlan({ terminal }: Session, outcome: ApplyOutcome): void {
  const total = countChanges(outcome);
  if (total === 0) {
    print(terminal, 'Nothing differs.');
    return;
  }
  for (const line of linesOf(outcome.applied)) print(terminal, line);
  for (const { environment, changes } of outcome.requested) {
    print(terminal, `By a change request in ${environment}:`);
    for (const line of linesOf(changes)) print(terminal, `  ${line}`);
  }
  print(terminal, `\n${total === 1 ? '1 change' : `${total} changes`}.`);
}

/** Sentences under the flag that they are about. */
function linesOf(changes: Changes): string[] {
  const subjects = [...new Set(changes.map(({ flag }) => flag))];
  return subjects.flatMap((subject) => [
    subject === null ? 'Segments' : `Flag ${subject}`,
    ...changes
      .filter(({ flag }) => flag === subject)
      .flatMap(({ sentences }) => sentences.map((sentence) => `  ${oneLine(sentence)}`)),
  ]);
}

const oneLine = (text: string) => text.replaceAll(/[\n\t]/g, ' ');
