import type { Commands } from '../server/terminal.ts';

type Group = { summary: string; load: () => Promise<Commands> };

/** The commands of the client by their first word; a group is loaded when one of its commands runs. */
export const groups: Readonly<Record<string, Group>> = {
  login: {
    summary: 'Save the address of a server and a token as a profile',
    load: async () => (await import('./login.ts')).loginCommands,
  },
  logout: {
    summary: 'Delete a profile',
    load: async () => (await import('./login.ts')).loginCommands,
  },
  profiles: {
    summary: 'List the profiles',
    load: async () => (await import('./login.ts')).loginCommands,
  },
  flags: {
    summary: 'List, create and change flags',
    load: async () => (await import('./flags.ts')).flagCommands,
  },
  search: {
    summary: 'Search flags with the query language',
    load: async () => (await import('./flags.ts')).flagCommands,
  },
  stale: {
    summary: 'List stale flags, also as a report',
    load: async () => (await import('./stale.ts')).staleCommands,
  },
  evaluate: {
    summary: 'Evaluate a flag for a context, and explain the result',
    load: async () => (await import('./evaluate.ts')).evaluateCommands,
  },
  events: {
    summary: 'Follow the event log',
    load: async () => (await import('./events.ts')).eventCommands,
  },
  requests: {
    summary: 'Propose, review and apply changes',
    load: async () => (await import('./requests.ts')).requestCommands,
  },
  plan: {
    summary: 'Print what differs between a file and the server; exit with 2 if something does',
    load: async () => (await import('./files.ts')).fileCommands,
  },
  apply: {
    summary: 'Change flags and segments to match a file',
    load: async () => (await import('./files.ts')).fileCommands,
  },
  pull: {
    summary: 'Write the flags and segments of a project to a file',
    load: async () => (await import('./files.ts')).fileCommands,
  },
  export: {
    summary: 'Export the flags of an environment, also as they were',
    load: async () => (await import('./transfer.ts')).transferCommands,
  },
  import: {
    summary: 'Import exported flags into an environment of a project',
    load: async () => (await import('./transfer.ts')).transferCommands,
  },
  completion: {
    summary: 'Print the completions of a shell',
    load: async () => (await import('./completions.ts')).completionCommands(allCommands),
  },
  mcp: {
    summary: 'Serve the Model Context Protocol on standard input and output, for coding agents',
    load: async () => (await import('./mcp.ts')).mcpCommands,
  },
  scan: {
    summary: 'Find the uses of flags in a code base and send them to the server',
    load: async () => (await import('./scan.ts')).scanCommands,
  },
};

export const serverCommands = async (): Promise<Commands> =>
  (await import('../server/commands.ts')).commands;

/** Those of the client and of the server. */
async function allCommands(): Promise<Commands> {
  const loaded = await Promise.all(Object.values(groups).map(({ load }) => load()));
  return Object.assign({}, ...loaded, await serverCommands()) as Commands;
}
