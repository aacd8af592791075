import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { germanTexts } from './german-texts.ts';
import { leanStyles } from './lean-styles.ts';

/** The server that `npm run console` proxies to. */
const server = process.env.PENNON_URL ?? 'http://127.0.0.1:4242';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Relative, because the server may run below any path, which it writes into <base>.
  base: './',
  plugins: [leanStyles(), germanTexts(), react()],
  build: {
    outDir: fileURLToPath(new URL('../dist/console', import.meta.url)),
    emptyOutDir: true,
    manifest: 'manifest.json',
    // The first with light-dark(), whose replacement needs another way to choose the scheme.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // The content security policy allows files, not data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: { proxy: { '/api': server, '/auth': server, '/logout': server } },
});
