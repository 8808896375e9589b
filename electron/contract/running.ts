import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate, Uuid } from './common.ts';

/** Work in progress over all cases. */

export const runningKinds = ['run', 'soak', 'observation', 'job', 'resend'] as const;

export const RunningItem = Closed({
  kind: OneOf(runningKinds),
  id: Type.String({ description: 'Of the run, observation, job or bulk resend; of a soak, its case.' }),
  caseId: Type.Optional(Uuid),
  caseName: Type.Optional(Type.String()),
  /** Of a run its kind, of a job its kind; of an observation its name. */
  what: Type.String(),
  state: OneOf('running', 'paused', 'interrupted'),
  started: UtcDate,
  /** In `unit`s; omitted while it is not known. */
  done: Type.Optional(Type.Number()),
  total: Type.Optional(Type.Number()),
  unit: OneOf('companies', 'time', 'calls', 'bytes', 'files', 'requests', 'steps', 'deliveries'),
  failed: Type.Optional(Type.Integer()),
  /** ms; omitted while it is not known. */
  leftMs: Type.Optional(Type.Integer()),
  ends: Type.Optional(Type.Unsafe<string>({ ...UtcDate, description: 'Agreed end.' })),
  /** What is being done, of a job; what was found, of a soak. */
  text: Type.Optional(Type.String()),
});
export type RunningItem = Static<typeof RunningItem>;

export const RunningList = Closed(
  {
    results: Type.Array(RunningItem),
    unread: Type.Optional(
      Type.Integer({ description: 'Cases that could not be read; what they run is not listed.' }),
    ),
    resendsUnread: Type.Optional(
      Type.Literal(true, { description: 'Bulk resends of the local service could not be read.' }),
    ),
  },
  { title: 'RunningList' },
);
export type RunningList = Static<typeof RunningList>;
