import '@mantine/core/styles.css';
import './ui/fonts.css';
import './main.css';
import './ui/print.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient, watchSession } from './api.ts';
import { meQuery } from './identity/session/api.ts';
import { language } from './language.ts';
import { router } from './routes.tsx';
import { cssVariablesResolver, theme } from './ui/theme.ts';

const { queryKey } = meQuery;
const statusOfMe = () => queryClient.getQueryState(queryKey)?.status;

watchSession({
  // The query fails, and `SignedIn` redirects to the sign-in page, or waits until nothing is unsaved.
  onEnd: () => {
    if (statusOfMe() === 'success') void queryClient.invalidateQueries({ queryKey });
  },
  // After signing in in another tab, before the form is closed and `SignedIn` would redirect.
  onChange: async () => {
    if (statusOfMe() === 'error') await queryClient.refetchQueries({ queryKey });
  },
});

document.documentElement.lang = language;

const start = () =>
  createRoot(document.getElementById('root') ?? document.body).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );

// Pages read their texts when they are loaded, so the German ones come first; without them pages are English.
if (language === 'de') void import('./german.ts').then(start, start);
else start();
