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
  /** The name of the application. */
  app: string;
  /** Whether the code shows the variant instead of on or off. */
  variants: boolean;
  /** The context fields that the evaluation needs. */
  fields?: readonly string[];
};
export type Snippet = { install: string; code: string };

/** Code that evaluates a flag. */
export const snippetOf: Record<string, (connection: Connection) => Snippet> = {
  node: ({ url, token, flag, app, variants, fields = [] }) => ({
    install: 'npm install unleash-client',
    code: `import { startUnleash } from 'unleash-client';

const flags = await startUnleash({
  url: '${url}',
  appName: '${app}',
  customHeaders: { Authorization: '${token}' },
});

console.log(${variants ? `flags.getVariant('${flag}'${argument(objectOf(fields))}).name` : `flags.isEnabled('${flag}'${argument(objectOf(fields))}) ? 'on' : 'off'`});`,
  }),
  browser: ({ url, token, flag, app, variants, fields = [] }) => ({
    install: 'npm install unleash-proxy-client',
    code: `import { UnleashClient } from 'unleash-proxy-client';

const flags = new UnleashClient({
  url: '${url}frontend',
  clientKey: '${token}',
  appName: '${app}',${contextOption(fields)}
});

await flags.start();
console.log(${variants ? `flags.getVariant('${flag}').name` : `flags.isEnabled('${flag}') ? 'on' : 'off'`});`,
  }),
  react: ({ url, token, flag, app, variants, fields = [] }) => ({
    install: 'npm install @unleash/proxy-client-react unleash-proxy-client',
    code: `import { FlagProvider, ${variants ? 'useVariant' : 'useFlag'} } from '@unleash/proxy-client-react';

const config = {
  url: '${url}frontend',
  clientKey: '${token}',
  appName: '${app}',${contextOption(fields)}
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
  java: ({ url, token, flag, app, variants, fields = [] }) => ({
    install: 'implementation("io.getunleash:unleash-client-java:latest.release")',
    code: `var flags = new DefaultUnleash(UnleashConfig.builder()
    .appName("${app}")
    .unleashAPI("${url}")
    .apiKey("${token}")
    .synchronousFetchOnInitialisation(true)
    .build());

System.out.println(${variants ? `flags.getVariant("${flag}"${argument(javaContext(fields))}).getName()` : `flags.isEnabled("${flag}"${argument(javaContext(fields))}) ? "on" : "off"`});`,
  }),
  python: ({ url, token, flag, app, variants, fields = [] }) => ({
    install: 'pip install UnleashClient',
    code: `from UnleashClient import UnleashClient

flags = UnleashClient(
    url="${url}",
    app_name="${app}",
    custom_headers={"Authorization": "${token}"},
)
flags.initialize_client()

print(${variants ? `flags.get_variant("${flag}"${argument(pythonContext(fields))})["name"]` : `"on" if flags.is_enabled("${flag}"${argument(pythonContext(fields))}) else "off"`})`,
  }),
  go: ({ url, token, flag, app, variants, fields = [] }) => ({
    install: 'go get github.com/Unleash/unleash-go-sdk/v5',
    code: `package main

import (
	"fmt"
	"net/http"

	unleash "github.com/Unleash/unleash-go-sdk/v5"${has(fields) ? '\n\t"github.com/Unleash/unleash-go-sdk/v5/context"' : ''}
)

func main() {
	unleash.Initialize(
		unleash.WithUrl("${url}"),
		unleash.WithAppName("${app}"),
		unleash.WithCustomHeaders(http.Header{"Authorization": {"${token}"}}),
	)
	unleash.WaitForReady()

	fmt.Println(${variants ? `unleash.GetVariant("${flag}"${argument(goOption('WithVariantContext', fields))}).Name` : `unleash.IsEnabled("${flag}"${argument(goOption('WithContext', fields))})`})
}`,
  }),
  dotnet: ({ url, token, flag, app, variants, fields = [] }) => ({
    install: 'dotnet add package Unleash.Client',
    code: `using Unleash;

var flags = new DefaultUnleash(new UnleashSettings
{
    AppName = "${app}",
    UnleashApi = new Uri("${url}"),
    CustomHttpHeaders = new Dictionary<string, string>
    {
        ["Authorization"] = "${token}",
    },
});

Console.WriteLine(${variants ? `flags.GetVariant("${flag}"${argument(dotnetContext(fields))}).Name` : `flags.IsEnabled("${flag}"${argument(dotnetContext(fields))}) ? "on" : "off"`});`,
  }),
  ruby: ({ url, token, flag, app, variants, fields = [] }) => ({
    install: 'gem install unleash',
    code: `require 'unleash'

flags = Unleash::Client.new(
  url: '${url}',
  app_name: '${app}',
  custom_http_headers: { 'Authorization' => '${token}' }
)

puts ${variants ? `flags.get_variant('${flag}'${argument(rubyContext(fields))}).name` : `flags.is_enabled?('${flag}'${argument(rubyContext(fields))}) ? 'on' : 'off'`}`,
  }),
  php: ({ url, token, flag, app, variants, fields = [] }) => ({
    install: 'composer require unleash/client guzzlehttp/guzzle symfony/cache',
    code: `<?php

${has(fields) ? 'use Unleash\\Client\\Configuration\\UnleashContext;\n' : ''}use Unleash\\Client\\UnleashBuilder;

require 'vendor/autoload.php';

$flags = UnleashBuilder::create()
    ->withAppName('${app}')
    ->withAppUrl('${url}')
    ->withInstanceId('my-instance')
    ->withHeader('Authorization', '${token}')
    ->build();

echo ${variants ? `$flags->getVariant('${flag}'${argument(phpContext(fields))})->getName()` : `$flags->isEnabled('${flag}'${argument(phpContext(fields))}) ? 'on' : 'off'`};`,
  }),
};

/** Members of the context with a name of their own in every SDK; the others are its properties. */
const standard = ['userId', 'sessionId', 'remoteAddress'];

const standardIn = (fields: readonly string[]) => fields.filter((name) => standard.includes(name));
const customIn = (fields: readonly string[]) => fields.filter((name) => !standard.includes(name));
const has = (fields: readonly string[]) => fields.length > 0;

const argument = (context: string) => context && `, ${context}`;

const keyOf = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`);

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (each) => `_${each.toLowerCase()}`);
const pascalCase = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The members, and the custom ones together as the last. */
const joined = (
  fields: readonly string[],
  member: (name: string) => string,
  property: (name: string) => string,
  properties: (list: string) => string,
) => {
  const custom = customIn(fields).map(property).join(', ');
  return [...standardIn(fields).map(member), ...(custom ? [properties(custom)] : [])].join(', ');
};

function objectOf(fields: readonly string[]): string {
  const entry = (name: string) => `${keyOf(name)}: '…'`;
  return has(fields)
    ? `{ ${joined(fields, entry, entry, (all) => `properties: { ${all} }`)} }`
    : '';
}

const contextOption = (fields: readonly string[]) =>
  has(fields) ? `\n  context: ${objectOf(fields)},` : '';

function javaContext(fields: readonly string[]): string {
  const calls = [
    ...standardIn(fields).map((name) => `.${name}("…")`),
    ...customIn(fields).map((name) => `.addProperty("${name}", "…")`),
  ];
  return has(fields) ? `UnleashContext.builder()${calls.join('')}.build()` : '';
}

function pythonContext(fields: readonly string[]): string {
  const entry = (name: string) => `"${name}": "…"`;
  return has(fields) ? `{${joined(fields, entry, entry, (all) => `"properties": {${all}}`)}}` : '';
}

function goOption(option: string, fields: readonly string[]): string {
  const members = joined(
    fields,
    (name) => `${pascalCase(name)}: "…"`,
    (name) => `"${name}": "…"`,
    (all) => `Properties: map[string]string{${all}}`,
  );
  return has(fields) ? `unleash.${option}(context.Context{${members}})` : '';
}

function dotnetContext(fields: readonly string[]): string {
  const members = joined(
    fields,
    (name) => `${pascalCase(name)} = "…"`,
    (name) => `["${name}"] = "…"`,
    (all) => `Properties = new Dictionary<string, string> { ${all} }`,
  );
  return has(fields) ? `new UnleashContext { ${members} }` : '';
}

function rubyContext(fields: readonly string[]): string {
  const members = joined(
    fields,
    (name) => `${snakeCase(name)}: '…'`,
    (name) => `${keyOf(name)}: '…'`,
    (all) => `properties: { ${all} }`,
  );
  return has(fields) ? `Unleash::Context.new(${members})` : '';
}

const phpSetters: Record<string, string> = {
  userId: 'setCurrentUserId',
  sessionId: 'setSessionId',
  remoteAddress: 'setIpAddress',
};

function phpContext(fields: readonly string[]): string {
  const calls = [
    ...standardIn(fields).map((name) => `->${phpSetters[name]}('…')`),
    ...customIn(fields).map((name) => `->setCustomProperty('${name}', '…')`),
  ];
  return has(fields) ? `(new UnleashContext())${calls.join('')}` : '';
}
