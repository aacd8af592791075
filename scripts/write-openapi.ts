import { writeFile } from 'node:fs/promises';
import { definitionSchema } from '../server/testing/definition-schema.ts';
import { openApiDocument } from '../server/testing/openapi-document.ts';

const root = new URL('../', import.meta.url);

await writeFile(new URL('openapi.json', root), await openApiDocument());
await writeFile(new URL('docs/flags.schema.json', root), definitionSchema());
