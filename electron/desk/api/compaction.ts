import { Compaction } from '#contract/compaction.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';

const options = optionsFor('sandbox');

/** Rewriting the local service's database without its free parts. */
export const compactionRoutes = (app: ApiApp, { compaction, compact }: ServiceControl): void => {
  app.get(
    '/api/compaction',
    options('Show what compacting service.db would free and take', answers(Compaction)),
    () => compaction(),
  );
  app.post(
    '/api/compaction',
    options('Compact service.db; responds at once, and `running` says until when', answers(Compaction), {
      description:
        'Rewrites the file without its free parts. Reads work meanwhile; what writes waits. Refused without enough free disk space.',
    }),
    () => compact(),
  );
};
