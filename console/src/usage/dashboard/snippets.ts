export type Language = { id: string; label: string; token: 'client' | 'frontend' };

/** A browser exposes its token, so it uses a frontend token. */
export const languages: readonly Language[] = [
  { id: 'node', label: 'Node.js', token: 'client' },
  { id: 'browser', label: 'Browser', token: 'frontend' },
  { id: 'react', label: 'React', token: 'frontend' },
  { id: 'java', label: 'Java', token: 'client' },
  { id: 'python', label: 'Python', token: 'client' },
  { id: 'go', label: 'Go', token: 'client' },
  { id: 'dotnet', label: '.NET', token: 'client' },
  { id: 'ruby', label: 'Ruby', token: 'client' },
  { id: 'php', label: 'PHP', token: 'client' },
];

export type Connection = {
  url: string;
  token: string;
  flag: string;
  /** Whether the code shows the variant instead of on or off. */
  variants: boolean;
};
export type Snippet = { install: string; code: string };

/** Code that evaluates a flag. */
export const snippetOf: Record<string, (connection: Connection) => Snippet> = {
  node: ({ url, token, flag, variants }) => ({
    install: 'npm install unleash-client',
    code: `import { startUnleash } from 'unleash-client';

const flags = await startUnleash({
  url: '${url}',
  appName: 'my-app',
  customHeaders: { Authorization: '${token}' },
});

console.log(${variants ? `flags.getVariant('${flag}').name` : `flags.isEnabled('${flag}') ? 'on' : 'off'`});`,
  }),
  browser: ({ url, token, flag, variants }) => ({
    install: 'npm install unleash-proxy-client',
    code: `import { UnleashClient } from 'unleash-proxy-client';

const flags = new UnleashClient({
  url: '${url}frontend',
  clientKey: '${token}',
  appName: 'my-app',
});

await flags.start();
console.log(${variants ? `flags.getVariant('${flag}').name` : `flags.isEnabled('${flag}') ? 'on' : 'off'`});`,
  }),
  react: ({ url, token, flag, variants }) => ({
    install: 'npm install @unleash/proxy-client-react unleash-proxy-client',
    code: `import { FlagProvider, ${variants ? 'useVariant' : 'useFlag'} } from '@unleash/proxy-client-react';

const config = {
  url: '${url}frontend',
  clientKey: '${token}',
  appName: 'my-app',
};

export const App = () => (
  <FlagProvider config={config}>
    <Feature />
  </FlagProvider>
);

function Feature() {
  ${variants ? `const variant = useVariant('${flag}');\n  return <p>{variant.name}</p>;` : `const enabled = useFlag('${flag}');\n  return <p>{enabled ? 'on' : 'off'}</p>;`}
}`,
  }),
  java: ({ url, token, flag, variants }) => ({
    install: 'implementation("io.getunleash:unleash-client-java:latest.release")',
    code: `var flags = new DefaultUnleash(UnleashConfig.builder()
    .appName("my-app")
    .unleashAPI("${url}")
    .apiKey("${token}")
    .synchronousFetchOnInitialisation(true)
    .build());

System.out.println(${variants ? `flags.getVariant("${flag}").getName()` : `flags.isEnabled("${flag}") ? "on" : "off"`});`,
  }),
  python: ({ url, token, flag, variants }) => ({
    install: 'pip install UnleashClient',
    code: `from UnleashClient import UnleashClient

flags = UnleashClient(
    url="${url}",
    app_name="my-app",
    custom_headers={"Authorization": "${token}"},
)
flags.initialize_client()

print(${variants ? `flags.get_variant("${flag}")["name"]` : `"on" if flags.is_enabled("${flag}") else "off"`})`,
  }),
  go: ({ url, token, flag, variants }) => ({
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

	fmt.Println(${variants ? `unleash.GetVariant("${flag}").Name` : `unleash.IsEnabled("${flag}")`})
}`,
  }),
  dotnet: ({ url, token, flag, variants }) => ({
    install: 'dotnet add package Unleash.Client',
    code: `using Unleash;

var flags = new DefaultUnleash(new UnleashSettings
{
    AppName = "my-app",
    UnleashApi = new Uri("${url}"),
    CustomHttpHeaders = new Dictionary<string, string>
    {
        ["Authorization"] = "${token}",
    },
});

Console.WriteLine(${variants ? `flags.GetVariant("${flag}").Name` : `flags.IsEnabled("${flag}") ? "on" : "off"`});`,
  }),
  ruby: ({ url, token, flag, variants }) => ({
    install: 'gem install unleash',
    code: `require 'unleash'

flags = Unleash::Client.new(
  url: '${url}',
  app_name: 'my-app',
  custom_http_headers: { 'Authorization' => '${token}' }
)

puts ${variants ? `flags.get_variant('${flag}').name` : `flags.is_enabled?('${flag}') ? 'on' : 'off'`}`,
  }),
  php: ({ url, token, flag, variants }) => ({
    install: 'composer require unleash/client guzzlehttp/guzzle symfony/cache',
    code: `<?php

use Unleash\\Client\\UnleashBuilder;

require 'vendor/autoload.php';

$flags = UnleashBuilder::create()
    ->withAppName('my-app')
    ->withAppUrl('${url}')
    ->withInstanceId('my-instance')
    ->withHeader('Authorization', '${token}')
    ->build();

echo ${variants ? `$flags->getVariant('${flag}')->getName()` : `$flags->isEnabled('${flag}') ? 'on' : 'off'`};`,
  }),
};
