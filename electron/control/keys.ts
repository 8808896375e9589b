import { Type } from 'typebox';
import { mask } from '#base/sealing.ts';
import { ApiKeyCreated, ApiKeyRequest } from '#contract/api-key.ts';
import { Closed, Uuid } from '#contract/common.ts';
import { KeysQuery, RevealedKey, RevealedKeys } from '#contract/desk.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { type ApiApp, answers, nothing, optionsFor } from './app.ts';

const options = optionsFor('keys');
const params = Type.Object({ id: Uuid });

/** API keys in clear text: the public API shows one only when it is made. */
export const keyRoutes = (app: ApiApp, { sandbox }: ServiceControl): void => {
  app.get(
    '/keys',
    options('Reveal the API keys, or list them masked', answers(RevealedKeys), { querystring: KeysQuery }),
    async ({ query }) => {
      const keys = await sandbox.apiKeys();
      return { results: query.masked ? keys.map((key) => ({ ...key, apiKey: mask(key.apiKey) })) : keys };
    },
  );
  app.get(
    '/keys/:id',
    options('Reveal one API key', answers(RevealedKey), { params }),
    async ({ params: { id } }) => {
      const key = (await sandbox.apiKeys()).find((one) => one.id === id.toLowerCase());
      if (key === undefined) throw new CatalogueError('apiKey.notFound', { apiKeyId: id });
      return key;
    },
  );
  app.post(
    '/keys',
    options('Create an API key; the response shows it', answers(ApiKeyCreated), {
      body: Closed(ApiKeyRequest.properties),
    }),
    (request) => sandbox.createKey(request.body),
  );
  app.delete(
    '/keys/:id',
    options('Delete an API key; it stops working at once', nothing, { params }),
    async (request, reply) => {
      await sandbox.removeKey(request.params.id);
      return reply.code(204).send(null);
    },
  );
};
