import { writeFile } from 'node:fs/promises';
import { openApiDocument } from '../server/testing/openapi-document.ts';

await writeFile(new URL('../openapi.json', import.meta.url), await openApiDocument());
