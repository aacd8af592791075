import type { Operator } from '../flags/strategies/schema.ts';

/** Terms for the names of generated flags, projects and users. */

export type List<T> = readonly [T, ...T[]];

/** Throws for an empty list. */
export function listOf<T>(items: readonly T[], what: string): List<T> {
  const [first, ...rest] = items;
  if (first === undefined) throw new Error(`The generator needs ${what}`);
  return [first, ...rest];
}

const list = (text: string, separator = ' ') =>
  listOf(text.trim().replaceAll(/\s+/g, ' ').split(separator), 'terms');

export const actions = list(`
  new fast instant guided smart shared inline async cached compact dark offline partial regional
  signed streaming unified verified weekly experimental`);

export const areas = list(`
  cart checkout coupon delivery export feed gallery header inbox invoice login map menu onboarding
  payment pricing profile receipt refund review search session shipping sidebar signup stock upload
  wishlist`);

export const parts = list(`
  api badge banner batch button cache chart editor filter flow form index layout limit link list page
  panel preview queue retry rules sync table timer toast tracker wizard`);

export const purposes: List<string> = [
  'Allows a gradual rollout and an immediate rollback.',
  'Compares two variants on real visitors.',
  'Disables the feature if its provider is down.',
  'Moves traffic to the rewritten service.',
  'Enables early access for selected customers.',
  'Requested by support after an incident.',
];

export const teams = list('team-atlas team-birch team-comet team-delta team-ember team-fjord');

export const topics = list(`
  mobile web backend billing invoices q1 q2 q3 q4 beta compliance performance accessibility`);

export const applications = list('shop-web shop-ios shop-android back-office worker');

/** The SDK of each application, the number of its instances and the projects of its tokens. */
export const sdks = [
  {
    application: 'shop-web',
    kind: 'frontend',
    version: 'unleash-client-js:3.7.8',
    instances: 3,
    projects: list('storefront checkout search accounts labs'),
  },
  {
    application: 'shop-ios',
    kind: 'frontend',
    version: 'unleash-client-swift:2.0.1',
    instances: 2,
    projects: list('mobile-apps storefront checkout search labs'),
  },
  {
    application: 'shop-android',
    kind: 'frontend',
    version: 'unleash-android:1.2.0',
    instances: 2,
    projects: list('mobile-apps storefront checkout'),
  },
  {
    application: 'back-office',
    kind: 'client',
    version: 'unleash-client-java:9.1.1',
    instances: 2,
    projects: list('support logistics partners marketing'),
  },
  {
    application: 'worker',
    kind: 'client',
    version: 'unleash-client-node:6.6.0',
    instances: 4,
    projects: list('payments data-platform partners accounts logistics'),
  },
] as const;

/** Appended to a description when it is changed. */
export const notes: List<string> = [
  'Support was informed.',
  'The rollout continues after the release.',
  'Paused until the next review.',
  'Measured by conversion and support requests.',
  'Approved by the product team.',
];

export const countries = list('SE NO DK FI DE FR NL ES IT PL GB');
export const plans = list('free plus premium');

/** The context fields of the company, with their legal values. */
export const contextFields = [
  { name: 'country', description: 'Where the order is delivered', values: countries },
  { name: 'plan', description: 'The membership of the customer', values: plans },
  { name: 'platform', description: 'How the shop was opened', values: list('web ios android') },
] as const;

type SegmentRule = readonly [name: string, contextName: string, operator: Operator, values: string];

const segmentRules: List<SegmentRule> = [
  ['Employees', 'userId', 'STR_ENDS_WITH', '@example.com'],
  ['Beta testers', 'userId', 'STR_ENDS_WITH', '@beta.example.com, @example.org'],
  ['Nordic countries', 'country', 'IN', 'SE, NO, DK, FI'],
  ['Premium customers', 'plan', 'IN', 'premium'],
  ['Mobile visitors', 'platform', 'IN', 'ios, android'],
  ['Free plan', 'plan', 'IN', 'free'],
  ['Partners', 'userId', 'STR_STARTS_WITH', 'partner-'],
  ['Quality assurance', 'userId', 'STR_STARTS_WITH', 'qa-'],
  ['Euro area', 'country', 'IN', 'DE, FR, NL, ES, IT, FI'],
  ['Web visitors', 'platform', 'IN', 'web'],
  ['Paying customers', 'plan', 'IN', 'plus, premium'],
  ['Night shift', 'userId', 'STR_STARTS_WITH', 'night-'],
  ['Press', 'userId', 'STR_ENDS_WITH', '@press.example.com'],
  ['Large accounts', 'userId', 'STR_STARTS_WITH', 'account-'],
  ['Back office', 'appName', 'IN', 'back-office'],
];

const plain = { caseInsensitive: false, inverted: false };

export const segments = segmentRules.map(([name, contextName, operator, values]) => ({
  name,
  description: `${name}, maintained by the product team.`,
  constraints: [{ contextName, operator, ...plain, values: [...list(values, ', ')] }],
}));

/** Id, name and description. */
export const companyProjects: List<readonly [string, string, string]> = [
  ['storefront', 'Storefront', 'Pages, search and the cart.'],
  ['checkout', 'Checkout', 'From the cart to the receipt.'],
  ['payments', 'Payments', 'Cards, invoices and refunds.'],
  ['logistics', 'Logistics', 'Stock, shipping and returns.'],
  ['mobile-apps', 'Mobile apps', 'The apps for phones and tablets.'],
  ['search', 'Search', 'Index, ranking and suggestions.'],
  ['accounts', 'Accounts', 'Sign-up, login and profiles.'],
  ['marketing', 'Marketing', 'Campaigns, coupons and mail.'],
  ['support', 'Support', 'The tools of customer service.'],
  ['data-platform', 'Data platform', 'Pipelines, reports and exports.'],
  ['partners', 'Partners', 'The API for partner shops.'],
  ['labs', 'Labs', 'Short-lived experiments.'],
];

/** Changes in production need an approval. */
export const protectedProjects: List<string> = ['checkout', 'payments'];

export const people = list(
  `
  Ada Lindqvist, Bruno Keller, Chidi Okafor, Dana Petrov, Emil Sørensen, Farah Haddad, Gus
  Moreau, Hana Sato, Ines Costa, Jonas Weber, Kira Novak, Liam Byrne, Mei Tanaka, Nils
  Eriksen, Olga Ivanova, Pedro Alves, Quinn Harper, Rosa Marino, Sami Virtanen, Tara Singh,
  Uma Rao, Viktor Horvat, Wren Ellis, Yara Nasser`,
  ', ',
);

/** The username of `Emil Sørensen` is `emil.sorensen`. */
export const accountOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ø', 'o')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replaceAll(' ', '.');
