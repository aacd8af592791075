/** What the pages have in common: their settings are in their address, and they show one line. */
const { flag, url, token, app } = Object.fromEntries(new URLSearchParams(location.search));

export { flag };

export const config = {
  url,
  clientKey: token,
  appName: app,
  refreshInterval: 0.1,
  metricsInterval: 0.1,
  metricsIntervalInitial: 0.1,
  // A request that is aborted after its headers leaves the client with a new ETag and the old flags.
  createAbortController: () => null,
  context: { userId: '7' },
};

export const otherUser = { userId: '8' };

export const lineOf = (enabled, variant) =>
  [enabled ? 'on' : 'off', variant?.name, variant?.payload?.value].filter(Boolean).join(' ');
