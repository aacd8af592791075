import { InMemStorageProvider, Unleash } from 'unleash-client';
import { UnleashClient } from 'unleash-proxy-client';
import { createRandoms } from '../demo/random.ts';
import { atEnd } from './cleanup.ts';
import { peerTokens } from './unleash.ts';

/** Official SDKs with the tokens of a real Unleash. */

/** Random contexts, the same in each run. */
export function* contexts(count: number) {
  const random = createRandoms('contexts')(1);
  for (let index = 0; index < count; index++) {
    yield {
      userId: String(random.below(100)),
      sessionId: String(random.below(1000)),
      remoteAddress: random.pick(['10.0.0.1', '10.0.0.9', '192.168.0.1']),
      properties: {
        plan: random.pick(['free', 'paid', 'PAID', 'other']),
        version: random.pick(['1.2.3', '2.0.0', 'none']),
      },
    };
  }
}

/** The frontend API of the peer does not find parents that are off, even if they have to be off. */
export function flagsWithUnknownParent({ features }: Pick<Payload, 'features'>): Set<string> {
  const off = new Set(features.filter(({ enabled }) => !enabled).map(({ name }) => name));
  const dependent = features.filter(({ dependencies = [] }) =>
    dependencies.some(({ feature, enabled }) => enabled === false && off.has(feature)),
  );
  return new Set(dependent.map(({ name }) => name));
}

type Payload = {
  features: {
    name: string;
    enabled: boolean;
    dependencies?: { feature: string; enabled?: boolean; variants?: string[] }[];
  }[];
  segments: { id: number }[];
};

/** Sorted; the peer repeats the parent for each strategy, and sends empty lists of variants. */
export async function payloadOf(url: string, token: string) {
  const headers = { authorization: token, 'unleash-client-spec': '5.2.0' };
  const response = await fetch(`${url}/api/client/features`, { headers });
  const { features, segments } = (await response.json()) as Payload;
  return {
    features: features
      .map(({ dependencies, ...feature }) =>
        dependencies
          ? { ...feature, dependencies: dependencies.slice(0, 1).map(withVariants) }
          : feature,
      )
      .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    segments: segments.toSorted((one, other) => one.id - other.id),
  };
}

const withVariants = <T>(dependency: T) => ({ variants: [], ...dependency });

export async function nodeSdkOf(url: string): Promise<Unleash> {
  const sdk = new Unleash({
    url: `${url}/api`,
    appName: 'move',
    disableMetrics: true,
    skipInstanceCountWarning: true,
    customHeaders: { Authorization: peerTokens.client },
    storageProvider: new InMemStorageProvider(),
  });
  atEnd(() => sdk.destroy());
  await new Promise<void>((resolve, reject) => {
    sdk.once('synchronized', resolve);
    sdk.once('error', reject);
  });
  // It goes on polling a server that the test closes.
  sdk.on('error', () => {});
  return sdk;
}

export const frontendSdkOf = (url: string) => {
  const sdk = new UnleashClient({
    url: `${url}/api/frontend`,
    appName: 'move',
    clientKey: peerTokens.frontend,
    disableMetrics: true,
    disableRefresh: true,
    storageProvider: { get: async () => undefined, save: async () => {} },
  });
  atEnd(() => sdk.stop());
  return sdk;
};

export const sortedToggles = (sdk: UnleashClient) =>
  sdk.getAllToggles().toSorted((one, other) => (one.name < other.name ? -1 : 1));
