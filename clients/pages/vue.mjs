import { plugin, useFlag, useUnleashContext, useVariant } from '@unleash/proxy-client-vue';
import { createApp, defineComponent, h } from 'vue';
import { config, flag, lineOf, otherUser } from './page.mjs';

function Flag() {
  const enabled = useFlag(flag);
  const variant = useVariant(flag);
  const updateContext = useUnleashContext();
  return () => [
    h('output', lineOf(enabled.value, variant.value)),
    h('button', { type: 'button', onClick: () => updateContext(otherUser) }, 'Other user'),
  ];
}

createApp(defineComponent(Flag)).use(plugin, { config }).mount('#app');
