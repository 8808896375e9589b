import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate, Uuid } from './common.ts';

/** `interrupted`: the process ended on the way. */
export const advanceOutcomes = ['completed', 'cancelled', 'paused', 'interrupted'] as const;
export type AdvanceOutcome = (typeof advanceOutcomes)[number];

/** The service's clock, as the desk shows and moves it. Source: `docs/architecture.md#time`. */
export const ClockView = Closed(
  {
    mode: OneOf('system', 'virtual'),
    now: UtcDate,
    paused: Type.Boolean(),
    advancing: Type.Boolean(),
    advance: Type.Optional(
      Closed({
        from: UtcDate,
        to: UtcDate,
        cancelling: Type.Boolean({ description: 'It ends once the work under way is done.' }),
      }),
    ),
    lastAdvance: Type.Optional(
      Closed({
        from: UtcDate,
        to: UtcDate,
        ended: UtcDate,
        outcome: OneOf(advanceOutcomes),
      }),
    ),
  },
  { title: 'Clock' },
);
export type ClockView = Static<typeof ClockView>;

/** Exactly one of `by` (ISO 8601 duration) and `to` (instant, UTC). */
export const AdvanceRequest = Type.Union(
  [Type.Object({ by: Type.String({ maxLength: 50 }) }), Type.Object({ to: UtcDate })],
  { description: 'Either { "by": a duration such as "PT28H" } or { "to": an instant }.' },
);
export type AdvanceRequest = Static<typeof AdvanceRequest>;

export const dueKinds = ['work', 'token-expiry', 'soak', 'migration-window'] as const;

/** What an advance would come to, next of its kind. */
export const NextDue = Closed({
  kind: OneOf(dueKinds),
  what: Type.String(),
  at: UtcDate,
  count: Type.Integer({ description: 'How much of it is due by then.' }),
  caseId: Type.Optional(Uuid),
  caseName: Type.Optional(Type.String()),
});
export type NextDue = Static<typeof NextDue>;

export const NextDueList = Closed({
  results: Type.Array(NextDue, {
    description:
      'The first of each kind after the current time, soonest first. A migration window opens by system time: an advance to it opens none.',
  }),
});
export type NextDueList = Static<typeof NextDueList>;

/** Work that never ends: `upkeep` changes nothing that anybody waits for, a `schedule` may. */
const repeats = ['upkeep', 'schedule'] as const;
export type Repeats = (typeof repeats)[number];

/** `until`: how far the clock is to be advanced. */
export const UpcomingQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 20 })),
  until: Type.Optional(UtcDate),
});
export type UpcomingQuery = Static<typeof UpcomingQuery>;

export const Upcoming = Closed({
  results: Type.Array(
    Closed({
      what: Type.String(),
      at: UtcDate,
      count: Type.Integer(),
      subject: Type.Optional(Type.String()),
      repeats: Type.Optional(OneOf(repeats)),
    }),
    { description: 'Soonest first; up to `until`, if that was given.' },
  ),
  counts: Type.Optional(
    Type.Array(Closed({ what: Type.String(), count: Type.Integer() }), {
      description:
        'With `until`: everything due up to it, by kind, without follow-ups such as the next attempt after a failed one.',
    }),
  ),
});
export type Upcoming = Static<typeof Upcoming>;
