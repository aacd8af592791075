import { catalogue } from '../../language.ts';
import { de } from './texts.de.ts';

export type Described = { name: string; description: string };

/** Translations of what the server names and describes in English; by the name that the API uses. */
export type Texts = {
  roles: Record<string, Described>;
  /** Their descriptions. */
  flagTypes: Record<string, string>;
  /** With the descriptions of their parameters. */
  strategies: Record<string, Described & { parameters?: Record<string, string> }>;
  permissions: Record<string, string>;
  /** Descriptions that users may change, by the English one. */
  descriptions: Record<string, string>;
  /** Accounts that are no person's, by id. */
  accounts: Record<string, string>;
  /** Members of values, such as `contextName`. */
  members: Record<string, string>;
  /** One of the items of a member. */
  items: Record<string, string>;
};

const en: Texts = {
  roles: {},
  flagTypes: {},
  strategies: {},
  permissions: {},
  descriptions: {},
  accounts: {},
  members: {},
  items: {
    changes: 'change',
    constraints: 'constraint',
    environments: 'environment',
    features: 'flag',
    legalValues: 'legal value',
    links: 'link',
    overrides: 'override',
    segments: 'segment',
    strategies: 'strategy',
    tags: 'tag',
    values: 'value',
    variants: 'variant',
  },
};

export const texts = catalogue({ en, de });
