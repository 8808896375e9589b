import { ICalCalendarMethod, ICalEventStatus, default as ical } from 'ical-generator';
import { DateTime } from 'luxon';
import { parseInstant, systemTime } from '#base/clock.ts';
import { invalid } from '#contract/errors.ts';
import { FieldError } from '#contract/field-error.ts';
import { formatDuration } from '#contract/format.ts';
import type { RunbookContent, Window, WindowRequest, WindowView, WindowVoids } from '#contract/runbook.ts';
import { localTimes, windowTimes } from '#contract/window-rules.ts';
import type { CaseState, RunbookState } from '#desk/cases/state.ts';
import { asRecorded, partiesLacking } from './agreements.ts';

/**
 * The window that is proposed: local times as instants.
 * @throws CatalogueError `request.invalid`: no such zone or local time, ends before it begins, over already, longer than 31 days
 */
export const proposedWindow = (id: string, request: WindowRequest): RunbookContent<'windowProposed'> => {
  try {
    return { id, ...windowTimes(request, systemTime.now()) };
  } catch (error) {
    throw error instanceof FieldError ? invalid(error.item) : error;
  }
};

type OnRecord = NonNullable<RunbookState['window']>;

export const windowView = (
  { seq: _, actor, replaced: _replaced, given: _given, ...window }: OnRecord,
  voids: WindowVoids | undefined,
): WindowView => ({
  ...window,
  by: actor,
  local: localTimes(window),
  agreements: window.agreements.map(asRecorded),
  ...(voids === undefined ? {} : { voids }),
});

/** In ms. */
export const windowLength = ({ start, end }: Window): number =>
  parseInstant(end, 'end') - parseInstant(start, 'start');

/** What to review before a window is agreed. */
export const windowRemarks = ({ window, estimate }: RunbookState): string[] => {
  if (window === undefined || estimate === undefined) return [];
  const length = windowLength(window);
  if (length >= estimate.worstMs) return [];
  const [is, worst, likely] = [length, estimate.worstMs, estimate.likelyMs].map((ms) => formatDuration(ms));
  return [
    length < estimate.likelyMs
      ? `The window is ${is} long, and the migration will likely take ${likely}, at worst ${worst}. Choose a longer one.`
      : `The window is ${is} long, and the migration may take ${worst} at worst (likely ${likely}).`,
  ];
};

/**
 * The window as a calendar file. Its times are UTC, so that every calendar shows them right; the text says them by both
 * clocks. A later window of the same runbook is the same event, moved. Source: RFC 5545, sections 3.8.4.7 and 3.8.7.4.
 */
export const windowCalendar = (state: CaseState, runbook: RunbookState, window: OnRecord): string => {
  const utc = (instant: string) => DateTime.fromMillis(parseInstant(instant, 'window'), { zone: 'utc' });
  const { platformName } = runbook.form;
  const isAgreed = partiesLacking(window.agreements).length === 0;
  const agreed = window.agreements.map(({ party, name }) => `${name} (${party})`);
  const calendar = ical({
    prodId: { company: 'carryover', product: 'runbook' },
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `runbook-${state.id}`,
    sequence: window.replaced,
    status: isAgreed ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
    stamp: utc(window.agreements.at(-1)?.recorded ?? window.at),
    start: utc(window.start),
    end: utc(window.end),
    summary: `Migration of ${platformName} connections: ${state.integrator}`,
    description: [
      ...localTimes(window).map(({ zone, start, end }) => `${zone}: ${start} to ${end}`),
      ...(runbook.estimate === undefined
        ? []
        : [
            `Estimate: likely ${formatDuration(runbook.estimate.likelyMs)}, at worst ${formatDuration(runbook.estimate.worstMs)}`,
          ]),
      agreed.length === 0 ? 'Not agreed yet' : `Agreed by ${agreed.join(', ')}`,
      'Syncing stays disabled in the existing application for the whole window.',
    ].join('\n'),
  });
  return `${calendar.toString().trimEnd()}\r\n`;
};
