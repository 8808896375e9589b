import { type Cancel, parseInstant, systemTime, toIso } from '#base/clock.ts';
import type { CaseAction } from '#contract/case.ts';
import type { Observation, ObservationRequest } from '#contract/eligibility.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { RequestEntry } from '#contract/request-log.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { CaseState, ObservationState } from '#desk/cases/state.ts';
import { foldAll } from '#desk/cases/steps/index.ts';
import type { CoreContext } from '#desk/core/context.ts';
import { observationEvidence } from './observation-evidence.ts';
import { withVerdict } from './record.ts';
import { createRecorder, type Recorder } from './recorder.ts';

/**
 * Observation windows: what the local service sees while the integrator's application is pointed at it, copied into the
 * case as it comes. Windows live by the system's time, whatever clock the service has.
 */
export interface Live {
  /** Goes on with the windows that are open. */
  start(): Promise<void>;
  /** Writes what waits. Windows stay open. */
  stop(): Promise<void>;
  open(caseId: string, request: ObservationRequest, actor: string): Promise<Observation>;
  /** @throws CatalogueError `observation.notFound`, `observation.closed` */
  close(caseId: string, observationId: string, actor: string): Promise<Observation>;
  /** Writes what was seen until now in the windows of a case, so that it can be looked at. */
  catchUp(caseId: string): Promise<void>;
}

/** Who writes what came by itself. */
const recorderName = 'carryover';
/** What is new is in the case after so long. */
const soonMs = 1000;
/** More of the same waits for a share of the window's age, so that a week does not make a million entries. */
const shareOfAge = 1 / 1000;
const pageSize = 500;

interface Window {
  readonly caseId: string;
  readonly id: string;
  readonly fromMs: number;
  readonly recorder: Recorder;
  due?: { readonly at: number; readonly cancel: Cancel };
  writing: Promise<void>;
}

export const createLive = (
  { log, newId, fingerprint }: Pick<CoreContext, 'log' | 'newId' | 'fingerprint'>,
  { cases, control }: { cases: Cases; control: Pick<ServiceControl, 'sandbox' | 'subscribe'> },
): Live => {
  const windows = new Map<string, Window>();
  const desk = fingerprint('observations');
  const isOurs = (observation: ObservationState): boolean => isOpen(observation) && observation.desk === desk;
  let unsubscribe = (): void => {};
  let stopped = false;

  const loggedAfter = async (from: string): Promise<RequestEntry[]> => {
    const entries: RequestEntry[] = [];
    let position = from;
    for (;;) {
      const query = { deprecated: true, after: position, limit: pageSize };
      const { results, cursor } = await control.sandbox.requests(query);
      entries.push(...results);
      if (cursor === undefined) return entries;
      position = results.at(-1)?.id ?? position;
    }
  };

  const track = (caseId: string, observation: ObservationState): Window => {
    const window: Window = {
      caseId,
      id: observation.id,
      fromMs: parseInstant(observation.from, 'from'),
      recorder: createRecorder(observation),
      writing: Promise.resolve(),
    };
    windows.set(window.id, window);
    return window;
  };

  /** One batch at a time. `finish` is written along with it. */
  const write = (
    window: Window,
    finish?: (state: CaseState) => readonly CaseAction[],
    actor = recorderName,
  ): Promise<void> => {
    const { caseId, recorder } = window;
    const batch = async (): Promise<void> => {
      window.due?.cancel();
      delete window.due;
      // The last word before the host stops: until now it was looked.
      const seen = await recorder.collect(loggedAfter, stopped);
      if (seen === undefined && finish === undefined) return;
      await cases.act(caseId, actor, (before) => {
        const actions: CaseAction[] = seen === undefined ? [] : [{ kind: 'observation.seen', content: seen }];
        if (finish !== undefined) return [...actions, ...finish(foldAll(before, actor, actions))];
        // Closed while this batch was waiting: its time is over.
        if (find(before, window.id).to !== undefined) return [];
        return (seen?.calls.length ?? 0) > 0 ? withVerdict(before, actor, actions) : actions;
      });
      recorder.written();
    };
    const done = window.writing.then(batch);
    window.writing = done.then(
      () => {},
      () => {},
    );
    return done;
  };

  const writeQuietly = async (window: Window): Promise<void> => {
    try {
      await write(window);
    } catch (error) {
      if (error instanceof CatalogueError && error.code === 'case.notFound') {
        windows.delete(window.id);
        return;
      }
      if (error instanceof CatalogueError && error.code === 'case.notOpen') {
        // What came while the case was closed is none of its evidence.
        window.recorder.written();
        return;
      }
      // It waits and is tried again: a disk may have room later.
      log.warn({ err: error, caseId: window.caseId }, 'desk: an observation could not be written yet');
      schedule(window, waitMs(window, 'more') * 10);
    }
  };

  const schedule = (window: Window, delayMs: number): void => {
    const at = systemTime.now() + delayMs;
    if (window.due !== undefined && window.due.at <= at) return;
    window.due?.cancel();
    const cancel = systemTime.after(delayMs, () => void writeQuietly(window), { unref: true });
    window.due = { at, cancel };
  };

  const waitMs = ({ fromMs }: Window, urgency: 'new' | 'more'): number =>
    urgency === 'new' ? soonMs : Math.max(soonMs, (systemTime.now() - fromMs) * shareOfAge);

  /** Since it was last written, nobody is known to have looked. */
  const resume = (caseId: string, { id, seenUntil }: ObservationState): Promise<CaseState> => {
    const now = systemTime.now();
    const unwatchedMs = Math.max(0, now - parseInstant(seenUntil, 'seenUntil'));
    return cases.act(caseId, recorderName, {
      kind: 'observation.resumed',
      content: { id, at: toIso(now), unwatchedMs },
    });
  };

  return {
    async start() {
      unsubscribe = control.subscribe((announcement) => {
        if (announcement.type !== 'request') return;
        for (const window of windows.values()) {
          const urgency = window.recorder.note(announcement);
          if (urgency !== undefined) schedule(window, waitMs(window, urgency));
        }
      });
      for (const { id } of (await cases.list()).filter(({ state }) => state === 'open')) {
        try {
          const { observations } = await cases.state(id);
          for (const observation of observations.filter(isOurs)) {
            schedule(track(id, find(await resume(id, observation), observation.id)), 0);
          }
        } catch (error) {
          // One case that is damaged must not keep the host from starting.
          log.error({ err: error, caseId: id }, 'desk: the observations of a case could not be resumed');
        }
      }
    },
    async stop() {
      unsubscribe();
      stopped = true;
      await Promise.all([...windows.values()].map(writeQuietly));
      for (const { due } of windows.values()) due?.cancel();
      windows.clear();
    },
    async open(caseId, { name, caller }, actor) {
      const id = newId();
      const { results } = await control.sandbox.requests({ deprecated: true, limit: 1 });
      const from = toIso(systemTime.now());
      const lastRequestId = results[0]?.id ?? '0';
      const content = { id, name, from, desk, lastRequestId, ...(caller === undefined ? {} : { caller }) };
      const state = await cases.act(caseId, actor, { kind: 'observation.opened', content });
      const observation = find(state, id);
      track(caseId, observation);
      return viewOf(observation);
    },
    async close(caseId, observationId, actor) {
      const found = find(await cases.state(caseId), observationId);
      refuseClosed(found);
      const finish = (state: CaseState): CaseAction[] => {
        refuseClosed(find(state, observationId));
        const to = toIso(systemTime.now());
        const closed: CaseAction = { kind: 'observation.closed', content: { id: observationId, to } };
        const evidence = observationEvidence(find(foldAll(state, actor, [closed]), observationId));
        return withVerdict(state, actor, [closed, { kind: 'evidence.added', content: { evidence } }]);
      };
      if (isOurs(found)) {
        const window = windows.get(observationId) ?? track(caseId, found);
        await write(window, finish, actor);
        window.due?.cancel();
        windows.delete(observationId);
      } else {
        // It was imported: what it saw was seen elsewhere, and nothing is added here.
        await cases.act(caseId, actor, finish);
      }
      return viewOf(find(await cases.state(caseId), observationId));
    },
    async catchUp(caseId) {
      const { observations, state } = await cases.state(caseId);
      if (state !== 'open') return;
      const open = observations.filter(isOurs).map((one) => windows.get(one.id) ?? track(caseId, one));
      await Promise.all(open.map(writeQuietly));
    },
  };
};

const isOpen = ({ to }: Observation): boolean => to === undefined;

const find = ({ observations }: CaseState, id: string): ObservationState => {
  const found = observations.find((one) => one.id === id);
  if (found === undefined) throw new CatalogueError('observation.notFound', { id });
  return found;
};

const refuseClosed = ({ name, to }: Observation): void => {
  if (to !== undefined) throw new CatalogueError('observation.closed', { name });
};

const viewOf = ({ lastRequestId: _, desk: _desk, ...observation }: ObservationState): Observation =>
  observation;
