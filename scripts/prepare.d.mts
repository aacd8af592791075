export function ensureBuilt(): void;
export function ensureInstalled(options: { withDevelopment: boolean }): void;
