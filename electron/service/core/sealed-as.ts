/**
 * What each secret of the sandbox is sealed for: a sealed value that was moved to another row does not open. All of them
 * are here, as a saved state seals each anew (`store/states/sealed-places.ts`).
 */
export const sealedAs = {
  apiKey: (id: string): string => `api-key:${id}`,
  credentials: (connectionId: string): string => `connection:${connectionId}`,
  headers: (webhookId: string): string => `endpoint ${webhookId} headers`,
  secret: (webhookId: string): string => `endpoint ${webhookId} secret`,
  alertAuthHeader: (): string => 'profile:alertAuthHeader',
};
