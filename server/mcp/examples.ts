import { anyone, type Example } from '../testing/example.ts';

export const mcpExamples: Example[] = [
  {
    method: 'POST',
    path: '/mcp',
    arrange: async () => ({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }),
    access: anyone,
    records: { nothing: 'it lists tools; the calls of the API that a tool makes record events' },
  },
];
