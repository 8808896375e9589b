import { type Static, Type } from 'typebox';
import { Closed, UtcDate, Uuid } from './common.ts';

/** API keys. The key itself is only in the answer to POST. Source: `docs/reference/rules/api.md#api-keys`. */
export const apiKeyLimit = 10;

export const ApiKey = Closed({ id: Uuid, name: Type.String(), created: UtcDate }, { title: 'ApiKey' });
export type ApiKey = Static<typeof ApiKey>;
export const ApiKeyList = Closed({ results: Type.Array(ApiKey) });
export const ApiKeyCreated = Closed(
  { id: Uuid, name: Type.String(), created: UtcDate, apiKey: Type.String() },
  { title: 'ApiKeyCreated' },
);
export type ApiKeyCreated = Static<typeof ApiKeyCreated>;
export const ApiKeyRequest = Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) });
export type ApiKeyRequest = Static<typeof ApiKeyRequest>;
