import type { Event } from '../../audit/event-log/schema.ts';
import type { Mail } from '../../platform/mail/content.ts';
import type { OutboundRequest, OutboundResponse } from '../../platform/outbound/client.ts';

/** A parameter of a kind of integration; its value is text. */
export type Parameter = {
  displayName: string;
  type: 'url' | 'text' | 'textfield';
  description: string;
  placeholder?: string;
  required: boolean;
  /** Stored encrypted, and shown as a mask. */
  sensitive: boolean;
  /** Returns what is wrong with a value. */
  check?: (value: string) => string | undefined;
};

/** Parameters by name; those that are not set are absent. */
export type Values = Readonly<Record<string, string | undefined>>;

/** What a request is built from. */
export type Message = {
  /** The same for every attempt, so that a receiver recognises duplicates. */
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  events: readonly Event[];
  parameters: Values;
  signingSecrets: readonly string[];
  /** The address of the console, for links. */
  baseUrl: string;
};

/** A failure that a target reports with status 200; a `permanent` one is not retried. */
export type Failure = { error: string; permanent: boolean };

/** One kind of target. */
export type Kind = HttpKind | MailKind;

type AnyKind = {
  displayName: string;
  description: string;
  documentationUrl: string;
  parameters: Readonly<Record<string, Parameter>>;
  /** Events of one request or e-mail. */
  eventsMax: number;
  /** Whether requests are signed, so that the integration has a signing secret. */
  signed: boolean;
  /** What is wrong with the parameters together: the name of one, and why. */
  check?: (parameters: Values) => [string, string] | undefined;
};

export type HttpKind = AnyKind & {
  requests: (message: Message) => OutboundRequest[];
  failureOf?: (response: OutboundResponse) => Failure | undefined;
};

/** Collects events: the next e-mail is sent after a pause. */
export type MailKind = AnyKind & {
  mail: (message: Message) => Omit<Mail, 'id'>;
  pauseMs: (parameters: Values) => number;
};

export const isMailKind = (kind: Kind): kind is MailKind => 'mail' in kind;

export const json = { 'content-type': 'application/json' };
