/** The part of the package that `identity-provider.ts` uses. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  type Context = {
    path: string;
    method: string;
    body: Record<string, unknown>;
    oidc?: {
      session?: { accountId?: string };
      client?: { clientId: string };
      route?: string;
    };
  };

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    callback(): RequestListener;
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
    ): Promise<void>;
    Grant: new (options: {
      accountId: string | undefined;
      clientId: string | undefined;
    }) => { addOIDCScope: (scope: string) => void; save: () => Promise<string> };
  }
}
