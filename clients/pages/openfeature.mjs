import { UnleashWebProvider } from '@openfeature/unleash-web-provider';
import { OpenFeature, ProviderEvents } from '@openfeature/web-sdk';
import { config, flag, lineOf, otherUser } from './page.mjs';

const line = document.createElement('output');
const events = document.createElement('ol');
const button = document.createElement('button');
button.textContent = 'Other user';
button.addEventListener('click', () => void OpenFeature.setContext(otherUser));
document.getElementById('app').append(line, button, events);

const client = OpenFeature.getClient();
// For the expressions of the test.
globalThis.client = client;

for (const type of [
  ProviderEvents.Ready,
  ProviderEvents.ConfigurationChanged,
  ProviderEvents.Error,
]) {
  client.addHandler(type, () => {
    const event = document.createElement('li');
    event.textContent = type;
    events.append(event);
    show();
  });
}

await OpenFeature.setContext(config.context);
await OpenFeature.setProviderAndWait(new UnleashWebProvider(config));
show();

function show() {
  const { variant = 'disabled', value } = client.getStringDetails(flag, '');
  const payload = { value };
  line.textContent = lineOf(client.getBooleanValue(flag, false), { name: variant, payload });
}
