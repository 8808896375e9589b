import { type Static, Type } from 'typebox';
import { Closed, UtcDate } from './common.ts';

/** How an endpoint has answered. Attempts count at the service's time; latency is in ms, over those that ended. */

export const statisticsLimits = {
  buckets: 200,
  defaultBuckets: 48,
  messages: 20_000,
  attempts: 20_000,
} as const;

export const StatisticsQuery = Type.Object({
  since: Type.Optional(UtcDate),
  buckets: Type.Optional(
    Type.Integer({ minimum: 1, maximum: statisticsLimits.buckets, default: statisticsLimits.defaultBuckets }),
  ),
});
export type StatisticsQuery = Static<typeof StatisticsQuery>;

const figures = {
  attempts: Type.Integer(),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  p50Ms: Type.Optional(Type.Number()),
  p95Ms: Type.Optional(Type.Number()),
  maxMs: Type.Optional(Type.Number()),
};

export const EndpointStatistics = Closed(
  {
    from: UtcDate,
    until: UtcDate,
    complete: Type.Boolean({
      description: `false: only attempts of its newest messages are counted, as there are more than ${statisticsLimits.messages} messages or ${statisticsLimits.attempts} attempts.`,
    }),
    ...figures,
    successRate: Type.Optional(Type.Number({ description: '0 to 1; omitted without attempts.' })),
    buckets: Type.Array(Closed({ from: UtcDate, until: UtcDate, ...figures }), {
      description: 'Of equal length, oldest first; empty ones too.',
    }),
  },
  { title: 'EndpointStatistics' },
);
export type EndpointStatistics = Static<typeof EndpointStatistics>;
