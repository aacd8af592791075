export type Language = { id: string; label: string; token: 'client' | 'frontend' };

/** A browser exposes its token, so it uses a frontend token. */
export const languages: readonly Language[] = [
  { id: 'node', label: 'Node.js', token: 'client' },
  { id: 'browser', label: 'Browser', token: 'frontend' },
  { id: 'python', label: 'Python', token: 'client' },
  { id: 'go', label: 'Go', token: 'client' },
  { id: 'java', label: 'Java', token: 'client' },
];

export type Connection = { url: string; token: string; flag: string };
export type Snippet = { install: string; code: string };

/** Code that evaluates a flag. */
export const snippetOf: Record<string, (connection: Connection) => Snippet> = {
  node: ({ url, token, flag }) => ({
    install: 'npm install unleash-client',
    code: `import { startUnleash } from 'unleash-client';

const flags = await startUnleash({
  url: '${url}',
  appName: 'my-app',
  customHeaders: { Authorization: '${token}' },
});

console.log(flags.isEnabled('${flag}') ? 'on' : 'off');`,
  }),
  browser: ({ url, token, flag }) => ({
    install: 'npm install unleash-proxy-client',
    code: `import { UnleashClient } from 'unleash-proxy-client';

const flags = new UnleashClient({
  url: '${url}frontend',
  clientKey: '${token}',
  appName: 'my-app',
});

await flags.start();
console.log(flags.isEnabled('${flag}') ? 'on' : 'off');`,
  }),
  python: ({ url, token, flag }) => ({
    install: 'pip install UnleashClient',
    code: `from UnleashClient import UnleashClient

flags = UnleashClient(
    url="${url}",
    app_name="my-app",
    custom_headers={"Authorization": "${token}"},
)
flags.initialize_client()

print("on" if flags.is_enabled("${flag}") else "off")`,
  }),
  go: ({ url, token, flag }) => ({
    install: 'go get github.com/Unleash/unleash-go-sdk/v5',
    code: `package main

import (
	"fmt"
	"net/http"

	unleash "github.com/Unleash/unleash-go-sdk/v5"
)

func main() {
	unleash.Initialize(
		unleash.WithUrl("${url}"),
		unleash.WithAppName("my-app"),
		unleash.WithCustomHeaders(http.Header{"Authorization": {"${token}"}}),
	)
	unleash.WaitForReady()

	fmt.Println(unleash.IsEnabled("${flag}"))
}`,
  }),
  java: ({ url, token, flag }) => ({
    install: 'implementation("io.getunleash:unleash-client-java:latest.release")',
    code: `var flags = new DefaultUnleash(UnleashConfig.builder()
    .appName("my-app")
    .unleashAPI("${url}")
    .apiKey("${token}")
    .synchronousFetchOnInitialisation(true)
    .build());

System.out.println(flags.isEnabled("${flag}") ? "on" : "off");`,
  }),
};
