import { type Static, Type } from 'typebox';
import { Closed } from './common.ts';

/** Rewriting `service.db` without its free parts. Source: `docs/reference/data-folder.md`. */
export const Compaction = Closed(
  {
    running: Type.Boolean({ description: 'Reads work meanwhile; whatever writes waits.' }),
    fileBytes: Type.Integer({ minimum: 0 }),
    freedBytes: Type.Integer({ minimum: 0, description: 'What the file would be smaller by.' }),
    shrinksByItself: Type.Boolean({
      description:
        'Free parts are given back when the service is idle. False for files of earlier versions until they are compacted once.',
    }),
    neededBytes: Type.Integer({ minimum: 0, description: 'Free disk space that it needs meanwhile.' }),
    freeBytes: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Left out if the system does not say.' }),
    ),
    expectedSeconds: Type.Integer({ minimum: 1 }),
    refusal: Type.Optional(Type.String({ description: 'Why it is refused at present.' })),
    problem: Type.Optional(Type.String({ description: 'Why the last one failed; nothing was changed.' })),
  },
  { title: 'Compaction' },
);
export type Compaction = Static<typeof Compaction>;
