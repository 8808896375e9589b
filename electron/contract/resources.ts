import { type Static, Type } from 'typebox';
import { Closed, OneOf } from './common.ts';

/** What the local service needs of its machine, and whether there is enough. Source: `docs/reference/rules/resources.md`. */

const Count = Type.Integer({ minimum: 0 });
const bytes = (description: string) => Type.Integer({ minimum: 0, description });

export const Resources = Closed(
  {
    descriptors: Closed({
      state: OneOf('ok', 'low', 'short'),
      problem: Type.Optional(Type.String({ description: 'What is missing, or few, while something is.' })),
      limit: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'Files and sockets of the process; left out without a limit.',
        }),
      ),
      requestLimit: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Open requests to consumers; left out without a limit.' }),
      ),
      requests: Type.Integer({ minimum: 0, description: 'Open requests to consumers.' }),
    }),
    disk: Closed({
      state: OneOf('ok', 'low', 'refusing', 'unknown'),
      freeBytes: Type.Optional(bytes('Left out if the system does not say.')),
      dataBytes: bytes('The databases of the data folder, with their logs.'),
      bytesPerHour: Type.Optional(bytes('Growth of the last hour; left out in the first ten minutes.')),
      warnBelowBytes: Type.Optional(bytes('"low" below this.')),
      refuseBelowBytes: Type.Optional(bytes('"refusing" below this.')),
    }),
    backlog: Closed({
      state: OneOf('ok', 'refusing'),
      waiting: Type.Integer({ minimum: 0, description: 'Deliveries that wait for an attempt.' }),
      counted: Type.Integer({
        minimum: 0,
        description:
          'Those that count against the limit: of an endpoint that is failing or disabled, a tenth of the limit at most.',
      }),
      limit: Count,
    }),
  },
  { title: 'Resources' },
);
export type Resources = Static<typeof Resources>;

/** Seconds after which a caller that was refused may try again. */
export const retryAfterSeconds = { 'backlog.full': 10, 'disk.low': 30 } as const;

/** With fewer descriptors, few requests are open at once, and slow consumers delay others. */
export const fewDescriptors = 256;

/** Deliveries that may wait, unless the settings say otherwise. */
export const defaultWaitingDeliveries = 1_000_000;
