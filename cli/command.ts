import type { Command, Terminal, Values } from '../server/terminal.ts';
import { type Client, createClient } from './client.ts';
import { connectionOf } from './connection.ts';

/** What a command that calls the server works with. */
export type Session = { terminal: Terminal; client: Client; json: boolean };

type ClientCommand = Omit<Command, 'run'> & {
  run: (session: Session, values: Values) => Promise<number>;
};

const sharedOptions = {
  json: { type: 'boolean', help: 'Print JSON' },
  profile: {
    type: 'string',
    help: 'Profile of pennon login (PENNON_URL and PENNON_TOKEN, or the last login)',
  },
} as const;

/** A command that calls the server, with the options that all of these have. */
export const clientCommand = (command: ClientCommand): Command => ({
  ...command,
  options: { ...command.options, ...sharedOptions },
  run: (terminal, values) => {
    const { json, profile } = values as { json?: boolean; profile?: string };
    const client = createClient(connectionOf(terminal.env, profile));
    return command.run({ terminal, client, json: json === true }, values);
  },
});
