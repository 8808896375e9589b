import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate } from './common.ts';

/** The timeline of a case as facts that a picture is laid out from: see `timeline-layout.ts`. */

/** In the order in which they are drawn. */
export const timelineLanes = [
  'steps',
  'due',
  'cutover',
  'soak',
  'window',
  'runs',
  'rehearsals',
  'observations',
] as const;
export type TimelineLane = (typeof timelineLanes)[number];

export const timelineLaneLabels: Readonly<Record<TimelineLane, string>> = {
  steps: 'Steps',
  due: 'Due',
  cutover: 'Cutover',
  soak: 'Soak',
  window: 'Migration window',
  runs: 'Runs',
  rehearsals: 'Rehearsals',
  observations: 'Observations',
};

/** `service`: of the local service, which may be virtual; it never shares an axis with the system's. */
export const timelineClocks = ['system', 'service'] as const;
export type TimelineClock = (typeof timelineClocks)[number];

export const timelineClockLabels: Readonly<Record<TimelineClock, string>> = {
  system: 'System time',
  service: 'Time of the local service, which can be virtual',
};

export const timelineTones = ['plain', 'ok', 'warn', 'bad'] as const;
export type TimelineTone = (typeof timelineTones)[number];

export const TimelineFact = Closed({
  id: Type.String(),
  lane: OneOf(timelineLanes),
  clock: OneOf(timelineClocks),
  label: Type.String(),
  /** State and what else there is to know. */
  detail: Type.String(),
  tone: OneOf(timelineTones),
  from: UtcDate,
  to: Type.Optional(Type.Unsafe<string>({ ...UtcDate, description: 'Omitted: an instant, or not ended.' })),
  /** It lasts, and has not ended. */
  ongoing: Type.Optional(Type.Boolean()),
  /** Parts in which it was paused. */
  breaks: Type.Optional(Type.Array(Closed({ from: UtcDate, to: Type.Optional(UtcDate) }))),
  /** The screen of the case that has more about it. */
  place: Type.Optional(Type.String()),
});
export type TimelineFact = Static<typeof TimelineFact>;

export const CaseTimeline = Closed(
  {
    asOf: Type.Unsafe<string>({ ...UtcDate, description: 'The last entry of the audit chain.' }),
    facts: Type.Array(TimelineFact, { description: 'By time.' }),
  },
  { title: 'CaseTimeline' },
);
export type CaseTimeline = Static<typeof CaseTimeline>;
