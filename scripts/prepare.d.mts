export function ensureBuilt(): void;
export function ensureInstalled(options: {
  folder?: string;
  withDevelopment: boolean;
  /** Of `npm ci`. */
  args?: string[];
}): void;
