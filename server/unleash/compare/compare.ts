import { apiRequests } from '../source/requests.ts';
import { SourceError } from '../source/source.ts';
import {
  evaluateBoth,
  listDifferences,
  type Mismatch,
  type Payload,
  sampleContext,
  valuesOf,
} from './rules.ts';

/** A server with a client token of it. */
export type Side = { name: string; url: string; token: string };

export type Comparison = {
  /** That of the token. */
  environment: string;
  flags: number;
  differences: readonly string[];
  mismatches: readonly Mismatch[];
};

const mismatchesMax = 20;

type Sampling = { contexts: number; random: () => number; now: number };

/** What SDKs with these tokens get from both, and how they evaluate a sample of contexts. */
export async function compareSides(
  unleash: Side,
  pennon: Side,
  { contexts, random, now }: Sampling,
): Promise<Comparison> {
  const [theirs, ours] = await Promise.all([unleash, pennon].map(fetchPayload));
  if (!theirs || !ours) throw new Error('Both payloads must be there.');
  const values = valuesOf(theirs);
  const mismatches: Mismatch[] = [];
  for (let index = 0; index < contexts && mismatches.length < mismatchesMax; index++) {
    mismatches.push(...evaluateBoth(theirs, ours, sampleContext(values, random), now));
  }
  return {
    environment: ours.environment,
    flags: theirs.features.length,
    differences: listDifferences(theirs, ours),
    mismatches: mismatches.slice(0, mismatchesMax),
  };
}

/** As lines of text. */
export function renderComparison(
  { environment, flags, differences, mismatches }: Comparison,
  contexts: number,
): string[] {
  const scope = `Environment ${environment}: ${flags} flags`;
  if (differences.length + mismatches.length === 0) {
    return [`${scope}, no difference; evaluated alike for ${contexts} contexts.`];
  }
  return [
    `${scope}, ${differences.length} differences:`,
    ...differences.map((difference) => `  ${difference}`),
    ...mismatches.map(
      ({ flag, context, theirs, ours }) =>
        `  Flag ${flag} is ${theirs} in Unleash, ${ours} in Pennon for ${JSON.stringify(context)}`,
    ),
  ];
}

async function fetchPayload({ name, url, token }: Side) {
  const headers = { 'unleash-client-spec': '5.2.0' };
  const get = apiRequests({ name, url, token, tokenType: 'client', headers, fetch });
  const body = (await get('/api/client/features')) as PayloadBody | undefined;
  if (!Array.isArray(body?.features)) throw new SourceError(`${url} is not the API of ${name}.`);
  const environment = body.query?.environment ?? 'unknown';
  return { features: body.features, segments: body.segments ?? [], environment };
}

type PayloadBody = Partial<Payload> & { query?: { environment?: string } };
