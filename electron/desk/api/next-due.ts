import { type NextDue, NextDueList } from '#contract/clock.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { localTargetId } from '#contract/target.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { Sight } from '#desk/core/sight.ts';
import type { Cutover } from '#desk/cutover/index.ts';
import { actorOf } from './actor.ts';
import { sightIn } from './caller.ts';

interface Parts {
  readonly cases: Cases;
  readonly cutover: Pick<Cutover, 'runningSoaks'>;
}

/** What an advance of the service's clock would come to: its own work, and what cases on it wait for. */
export const nextDueRoutes = (app: ApiApp, { clock }: ServiceControl, { cases, cutover }: Parts): void => {
  app.get(
    '/api/clock/next',
    optionsFor('clock')(
      'List what is due next, the first of each kind; soaks and migration windows of cases on the local service too',
      answers(NextDueList),
    ),
    async (request) => {
      const { now } = await clock.show();
      const sight = sightIn(request);
      const due = [
        ...(await clock.next()),
        ...(await nextSoak(cutover, now)),
        ...(await nextWindow(cases, now, actorOf(request), sight)),
      ];
      return { results: due.sort((one, other) => Date.parse(one.at) - Date.parse(other.at)) };
    },
  );
};

const nextSoak = async ({ runningSoaks }: Parts['cutover'], now: string): Promise<NextDue[]> => {
  const { soaks } = await runningSoaks();
  const later = soaks
    .filter(({ state, until }) => state.targetId === localTargetId && isLater(until, now))
    .sort((one, other) => one.until.localeCompare(other.until));
  const [first] = later;
  if (first === undefined) return [];
  const { state, until: at } = first;
  const count = later.filter(({ until }) => until === at).length;
  return [{ kind: 'soak', what: 'end of a soak', at, count, caseId: state.id, caseName: state.name }];
};

const isLater = (at: string | undefined, now: string): boolean =>
  at !== undefined && Date.parse(at) > Date.parse(now);

/** Windows read at once: those that are open already come before the next one. */
const pageSize = 100;

const nextWindow = async (cases: Cases, now: string, me: string, sight: Sight): Promise<NextDue[]> => {
  for (let offset = 0; ; offset += pageSize) {
    const { results } = await cases.page(
      { state: 'open', target: localTargetId, windowAfter: now, sort: 'window', limit: pageSize, offset },
      me,
      sight,
    );
    const later = results.filter(({ window }) => isLater(window?.start, now));
    const [first] = later;
    if (first?.window !== undefined) {
      const { start: at } = first.window;
      const count = later.filter(({ window }) => window?.start === at).length;
      const what = 'migration window';
      return [{ kind: 'migration-window', what, at, count, caseId: first.id, caseName: first.name }];
    }
    if (results.length < pageSize) return [];
  }
};
