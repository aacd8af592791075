import { minimumFor } from '../applications/rules.ts';
import type { Overview } from './schema.ts';

/** The outdated SDKs of the environments, each with its environments. */
export function outdatedSdksOf(
  environments: readonly { name: string; sdks: readonly string[] }[],
): Overview['issues']['outdatedSdks'] {
  const sdks = [...new Set(environments.flatMap((environment) => environment.sdks))].sort();
  return sdks.flatMap((sdkVersion) => {
    const minimumVersion = minimumFor(sdkVersion);
    const using = environments.filter((environment) => environment.sdks.includes(sdkVersion));
    return minimumVersion === undefined
      ? []
      : [{ sdkVersion, minimumVersion, environments: using.map(({ name }) => name) }];
  });
}
