import { create as attachment } from 'content-disposition';
import { Type } from 'typebox';
import { About, Health } from '#contract/about.ts';
import { LicenceList } from '#contract/licences.ts';
import { Storage } from '#contract/storage.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { Upkeep } from '#desk/upkeep/upkeep.ts';

const options = optionsFor('host');

/** What this host says of itself. */
export const aboutRoutes = (app: ApiApp, upkeep: Upkeep): void => {
  app.get(
    '/api/about',
    options('Show version, data folder, client and key of the host', answers(About)),
    upkeep.about,
  );
  app.get(
    '/api/health',
    options('Show the health of the local service: deliveries, endpoints, store, clock', answers(Health)),
    upkeep.health,
  );
  app.get(
    '/api/storage',
    options('Show the size of the databases by table', answers(Storage), {
      description: 'Measured at each call; takes some seconds for a database of some gigabytes.',
    }),
    upkeep.storage,
  );
  app.get('/api/licences', options('List bundled software and licences', answers(LicenceList)), async () =>
    upkeep.licences(),
  );
  app.get(
    '/api/diagnostics',
    {
      ...options(
        'Export diagnostics for a ticket as a zip: versions, figures and recent log lines, without names or secrets',
        answers(Type.Unsafe<Buffer>({ type: 'string', format: 'binary' })),
      ),
      // Bytes, whatever they are.
      serializerCompiler: () => (data) => data as unknown as string,
    },
    async (_request, reply) => {
      const { name, bytes } = await upkeep.diagnostics();
      return reply
        .type('application/zip')
        .header('content-disposition', attachment(name))
        .send(Buffer.from(bytes));
    },
  );
};
