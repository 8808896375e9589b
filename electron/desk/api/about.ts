import { create as attachment } from 'content-disposition';
import { Type } from 'typebox';
import { About, Health } from '#contract/about.ts';
import { LicenceList } from '#contract/licences.ts';
import type { Upkeep } from '#desk/upkeep/upkeep.ts';
import { answers, type DeskApp } from './app.ts';

const tags = ['host'];

/** What this host says of itself. */
export const aboutRoutes = (app: DeskApp, upkeep: Upkeep): void => {
  app.get(
    '/api/about',
    {
      schema: {
        tags,
        summary: 'What this host is: version, data folder, client, key',
        response: answers(About),
      },
    },
    upkeep.about,
  );
  app.get(
    '/api/health',
    {
      schema: {
        tags,
        summary: 'How the local service is doing: deliveries, endpoints, store, clock',
        response: answers(Health),
      },
    },
    upkeep.health,
  );
  app.get(
    '/api/licences',
    {
      schema: {
        tags,
        summary: 'What ships with Carryover, and under which licences',
        response: answers(LicenceList),
      },
    },
    async () => upkeep.licences(),
  );
  app.get(
    '/api/diagnostics',
    {
      schema: {
        tags,
        summary:
          'A zip to attach to a ticket: versions, figures and the last of the log, without names or secrets',
        response: answers(Type.Unsafe<Buffer>({ type: 'string', format: 'binary' })),
      },
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
