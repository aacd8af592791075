import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Definition } from '../server/transfer/declarations/schema.ts';
import { Failure } from './failure.ts';
import { escapeControls } from './output.ts';

/** A definition as it was written; the server validates it. */
export type DefinitionFile = Partial<Definition>;

const isJson = (file: string) => file.endsWith('.json');

export async function readDefinition(file: string): Promise<DefinitionFile> {
  const text = readText(file);
  const parsed: unknown = isJson(file) ? parseJson(file, text) : await parseYaml(file, text);
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
    return parsed as DefinitionFile;
  }
  throw new Failure(`${file} has to contain "version", "project" and "flags".`);
}

export const readJsonFile = (file: string): unknown => parseJson(file, readText(file));

/** Leaves a file as it is if it has this content, so that comments and its form stay. */
export async function writeDefinition(file: string, definition: DefinitionFile): Promise<boolean> {
  if (existsSync(file) && isDeepStrictEqual(await readDefinition(file), definition)) return false;
  const text = isJson(file) ? toJson(definition) : await toYaml(definition);
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new Failure(`${file} cannot be written: ${(error as Error).message}`);
  }
  return true;
}

const toJson = (definition: DefinitionFile) => `${JSON.stringify(definition, undefined, 2)}\n`;

/** Text with control characters is quoted, so that their escapes are parsed again. */
export async function toYaml(definition: DefinitionFile): Promise<string> {
  const { Document, visit } = await import('yaml');
  const document = new Document(definition, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar: (_, scalar) => {
      const { value } = scalar;
      if (typeof value === 'string' && escapeControls(value) !== value)
        scalar.type = 'QUOTE_DOUBLE';
    },
  });
  return escapeControls(document.toString({ lineWidth: 0 }));
}

function readText(file: string): string {
  try {
    // 0 is standard input.
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Failure(`${file} is not valid JSON: ${(error as Error).message}`);
  }
}

async function parseYaml(file: string, text: string): Promise<unknown> {
  const { parse } = await import('yaml');
  try {
    return parse(text, { maxAliasCount: 100, logLevel: 'error' });
  } catch (error) {
    throw new Failure(`${file} is not valid YAML: ${(error as Error).message}`);
  }
}
