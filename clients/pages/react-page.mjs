import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { config, flag, lineOf, otherUser } from './page.mjs';

/** Shows the flag with the components and hooks of a package. */
export function showPage({ FlagProvider, useFlag, useUnleashContext, useVariant }) {
  function Flag() {
    const line = lineOf(useFlag(flag), useVariant(flag));
    const updateContext = useUnleashContext();
    const onClick = () => void updateContext(otherUser);
    return [
      createElement('output', { key: 'line' }, line),
      createElement('button', { key: 'user', type: 'button', onClick }, 'Other user'),
    ];
  }

  createRoot(document.getElementById('app')).render(
    createElement(FlagProvider, { config }, createElement(Flag)),
  );
}
