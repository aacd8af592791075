import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { type Commands, UsageError, type Values } from '../server/terminal.ts';
import type { NewReference } from '../server/usage/code-references/schema.ts';
import { type Client, path } from './client.ts';
import { clientCommand, type Session } from './command.ts';
import { Failure } from './failure.ts';
import { queryOf, searchFlags, term } from './flag-search.ts';
import { printJson, printTable } from './output.ts';
import { findPlaces, languageOf } from './scanner.ts';
import { sourceFilesIn } from './source-files.ts';

export const scanCommands: Commands = {
  scan: clientCommand({
    summary: 'Find the uses of flags in a code base and send them to the server',
    arguments: ['folder'],
    options: {
      project: { type: 'string', multiple: true, help: 'Project of the flags; may be repeated' },
      repository: { type: 'string', help: 'Name of the repository (the remote origin of Git)' },
      branch: { type: 'string', help: 'Branch (the current one of Git)' },
      commit: { type: 'string', help: 'Commit (the current one of Git)' },
      text: { type: 'boolean', help: 'Also send the lines of code, up to 200 characters each' },
      'dry-run': { type: 'boolean', help: 'Only print the uses' },
    },
    examples: [
      'pennon scan . --project checkout',
      'pennon scan src --project checkout --dry-run --json',
      'pennon scan . --project checkout --repository shop --branch main --commit "$SHA"',
    ],
    notes: () => ['', 'Replaces the uses of the branch on the server. docs/code-references.md'],
    run: scan,
  }),
};

type Found = NewReference & { text: string; inComment: boolean };

/** The server accepts no more for a branch. */
const referencesMax = 10_000;
const pathMax = 500;
const textMax = 200;

async function scan(session: Session, values: Values): Promise<number> {
  const { terminal, client, json } = session;
  const folder = String(values.folder);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`${folder} is no folder.`);
  }
  const projects = [values.project ?? []].flat() as string[];
  if (projects.length === 0) throw new UsageError('--project is missing.');
  const source = values['dry-run'] ? undefined : describeSource(folder, values);
  const results = [];
  for (const project of new Set(projects)) {
    const names = await listNames(client, project);
    const found = referencesIn(folder, names);
    if (source) await send(client, project, source, found, values.text === true);
    results.push({ project, flags: names.size, references: found });
  }
  if (json) return printJson(terminal, results);
  printTable(
    terminal,
    ['flag', 'place', 'code'],
    results.flatMap(({ references }) =>
      references.map((it) => [
        it.flag,
        `${it.path}:${it.line}`,
        it.inComment ? `comment: ${it.text}` : it.text,
      ]),
    ),
  );
  const lines = results.map(({ project, flags, references }) => {
    const used = new Set(references.map(({ flag }) => flag)).size;
    return `Project ${project}: ${references.length} uses of ${used} of ${flags} flags.`;
  });
  terminal.stderr.write(`${lines.join('\n')}\n`);
  return 0;
}

/** Also archived flags, because code may still use them. */
async function listNames(client: Client, project: string): Promise<Set<string>> {
  // An unknown project is an error, and not one without flags.
  await client.get(path`/api/admin/projects/${project}/code-references`);
  const active = [term('project', project)];
  const queries = [active, [...active, term('is', 'archived')]].map(queryOf);
  const found = await Promise.all(
    queries.map((q) => searchFlags(client, q, Number.MAX_SAFE_INTEGER)),
  );
  return new Set(found.flatMap(({ flags }) => flags.map(({ name }) => name)));
}

/** The uses of the names in the source files of a folder. */
export function referencesIn(folder: string, names: ReadonlySet<string>): Found[] {
  const found: Found[] = [];
  for (const { path: file, code } of sourceFilesIn(folder)) {
    if (file.length > pathMax) continue;
    for (const place of findPlaces(code, languageOf(file) ?? '', names)) {
      found.push({ ...place, path: file, text: place.text.slice(0, textMax) });
    }
    if (found.length > referencesMax) {
      throw new Failure(
        `The folder has more than ${referencesMax} uses of flags. Scan parts of it as repositories of their own.`,
      );
    }
  }
  return found;
}

type Source = { repository: string; branch: string; commit?: string };

async function send(
  client: Client,
  project: string,
  { repository, ...scanned }: Source,
  found: readonly Found[],
  withText: boolean,
): Promise<void> {
  const references = found.map(({ text, ...reference }) => ({
    ...reference,
    ...(withText && { text }),
  }));
  await client.send('PUT', path`/api/admin/projects/${project}/code-references/${repository}`, {
    body: { ...scanned, references },
  });
}

function describeSource(folder: string, values: Values): Source {
  const given = values as Record<'repository' | 'branch' | 'commit', string | undefined>;
  const repository = given.repository ?? repositoryName(git(folder, 'remote', 'get-url', 'origin'));
  const branch = given.branch ?? git(folder, 'rev-parse', '--abbrev-ref', 'HEAD');
  const commit = given.commit ?? git(folder, 'rev-parse', 'HEAD');
  if (!repository) throw new UsageError('--repository is missing, and Git has no remote origin.');
  // Pipelines check out a commit instead of a branch.
  if (!branch || branch === 'HEAD') throw new UsageError('--branch is missing.');
  return { repository, branch, ...(commit === undefined ? {} : { commit }) };
}

function git(folder: string, ...args: string[]): string | undefined {
  try {
    const output = execFileSync('git', ['-C', folder, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return output.trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Host and path of a remote, without credentials: `github.com/acme/shop`. */
export function repositoryName(remote: string | undefined): string | undefined {
  const [, host, below] =
    /^(?:[a-z+]+:\/\/)?(?:[^@/]*@)?([^:/]+)(?::\d+(?=\/))?[:/]\/*(.+?)(?:\.git)?\/*$/.exec(
      remote ?? '',
    ) ?? [];
  return host && below && `${host}/${below}`;
}
