import { RevealedKeys } from '#contract/desk.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { answers, type DeskApp } from './app.ts';

/** API keys in clear text: the public API shows one only when it is made. */
export const keyRoutes = (app: DeskApp, { sandbox }: ServiceControl): void => {
  app.get(
    '/api/keys',
    { schema: { tags: ['keys'], summary: 'Reveal the API keys', response: answers(RevealedKeys) } },
    async () => ({ results: await sandbox.apiKeys() }),
  );
};
