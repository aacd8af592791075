/** Demands TLS of browsers only where the server is known to be reached by it. */
export function securityHeaders(publicUrl: string) {
  const overTls = publicUrl.startsWith('https:');
  return {
    strictTransportSecurity: overTls,
    contentSecurityPolicy: {
      directives: { upgradeInsecureRequests: overTls ? [] : null },
    },
  };
}
