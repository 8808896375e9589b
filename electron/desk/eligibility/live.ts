import { parseInstant, systemTime, toIso } from '#base/clock.ts';
import type { CaseAction } from '#contract/case.ts';
import type { Observation, ObservationRequest } from '#contract/eligibility.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { CaseState, ObservationState } from '#desk/cases/state.ts';
import { foldAll } from '#desk/cases/steps/index.ts';
import type { CoreContext } from '#desk/core/context.ts';
import { observationEvidence } from './observation-evidence.ts';
import {
  createObservationWriter,
  findObservation,
  type ObservationWriter,
  recorderName,
} from './observation-writer.ts';
import { withVerdict } from './record.ts';

/** Observations of calls to the local service, copied into the case as they come. */
export type Live = ReturnType<typeof createLive>;

interface Modules {
  readonly cases: Cases;
  readonly control: Pick<ServiceControl, 'sandbox' | 'subscribe' | 'callLog'>;
}

/**
 * Observes the local service while the integrator's application is pointed at it, by the system's time, whatever clock
 * the service has.
 */
export const createLive = (
  { log, newId, fingerprint }: Pick<CoreContext, 'log' | 'newId' | 'fingerprint'>,
  { cases, control }: Modules,
) => {
  const writer = createObservationWriter(log, cases, control);
  const desk = fingerprint('observations');
  const isOurs = ({ to, desk: by }: ObservationState): boolean => to === undefined && by === desk;
  let unsubscribe = (): void => {};

  return {
    /** Continues the open observations. */
    async start(): Promise<void> {
      unsubscribe = control.subscribe((announcement) => {
        if (announcement.type === 'request') writer.note(announcement);
      });
      for (const caseId of await cases.idsWith('observing')) {
        // One case that is damaged must not keep the host from starting.
        await resumeCase(cases, writer, caseId, isOurs, control).catch((error) =>
          log.error({ err: error, caseId }, 'desk: the observations of a case could not be resumed'),
        );
      }
    },
    /** Writes what waits; observations stay open. */
    async stop(): Promise<void> {
      unsubscribe();
      await writer.stop();
    },
    async open(caseId: string, request: ObservationRequest, actor: string): Promise<Observation> {
      const content = { ...(await opening(request, control)), id: newId(), desk };
      const state = await cases.act(caseId, actor, { kind: 'observation.opened', content });
      const observation = findObservation(state, content.id);
      writer.track(caseId, observation);
      return viewOf(observation);
    },
    /** @throws CatalogueError `observation.notFound`, `observation.closed` */
    async close(caseId: string, observationId: string, actor: string): Promise<Observation> {
      const found = findObservation(await cases.state(caseId), observationId);
      refuseClosed(found);
      const byLog = isOurs(found) && control.callLog !== undefined;
      const finish = (state: CaseState) => closing(state, observationId, actor, byLog);
      if (isOurs(found)) {
        const open = writer.trackedOr(caseId, found);
        await writer.write(open, actor, finish);
        writer.forget(open);
      } else {
        // It was imported: its calls were observed elsewhere, and none are added here.
        await cases.act(caseId, actor, finish);
      }
      return viewOf(findObservation(await cases.state(caseId), observationId));
    },
    /** Open observations of this desk, of any case; those of a case that can't be read are left out. */
    async running(): Promise<{ readonly state: CaseState; readonly observation: Observation }[]> {
      const found = [];
      for (const caseId of await cases.idsWith('observing')) {
        const state = await cases.state(caseId).catch(() => undefined);
        for (const one of state?.observations.filter(isOurs) ?? []) {
          found.push({ state: state as CaseState, observation: viewOf(one) });
        }
      }
      return found;
    },
    /** Writes the calls of a case's open observations until now, so that they can be shown. */
    async catchUp(caseId: string): Promise<void> {
      const { observations, state } = await cases.state(caseId);
      if (state !== 'open') return;
      const open = observations.filter(isOurs).map((one) => writer.trackedOr(caseId, one));
      await Promise.all(open.map(writer.writeQuietly));
    },
  };
};

const resumeCase = async (
  cases: Cases,
  writer: ObservationWriter,
  caseId: string,
  isOurs: (observation: ObservationState) => boolean,
  { callLog }: Modules['control'],
): Promise<void> => {
  const { observations } = await cases.state(caseId);
  for (const one of observations.filter(isOurs)) {
    const { id, seenUntil } = one;
    // Other processes may have answered calls meanwhile, and the log says which time is not known of.
    if (callLog !== undefined) {
      writer.writeSoon(writer.track(caseId, one));
      continue;
    }
    const state = await cases.act(caseId, recorderName, resumed(id, seenUntil));
    writer.writeSoon(writer.track(caseId, findObservation(state, id)));
  }
};

const opening = async ({ name, caller }: ObservationRequest, { sandbox, callLog }: Modules['control']) => {
  const of = { name, ...(caller === undefined ? {} : { caller }) };
  if (callLog !== undefined) {
    const { now, newest } = await callLog.settled();
    return { ...of, from: toIso(now), lastRequestId: newest };
  }
  const { results } = await sandbox.requests({ deprecated: true, limit: 1 });
  return { ...of, from: toIso(systemTime.now()), lastRequestId: results[0]?.id ?? '0' };
};

/** Nobody is known to have observed since it was last written. */
const resumed = (id: string, seenUntil: string): CaseAction => {
  const now = systemTime.now();
  const unwatchedMs = Math.max(0, now - parseInstant(seenUntil, 'seenUntil'));
  return { kind: 'observation.resumed', content: { id, at: toIso(now), unwatchedMs } };
};

/** @param byLog it was observed until the batch before, by the time of the log */
const closing = (state: CaseState, id: string, actor: string, byLog: boolean): CaseAction[] => {
  const open = findObservation(state, id);
  refuseClosed(open);
  const closed: CaseAction = {
    kind: 'observation.closed',
    content: { id, to: byLog ? open.seenUntil : toIso(systemTime.now()) },
  };
  const evidence = observationEvidence(findObservation(foldAll(state, actor, [closed]), id));
  return withVerdict(state, actor, [closed, { kind: 'evidence.added', content: { evidence } }]);
};

const refuseClosed = ({ name, to }: Observation): void => {
  if (to !== undefined) throw new CatalogueError('observation.closed', { name });
};

const viewOf = ({ lastRequestId: _, desk: _desk, ...observation }: ObservationState): Observation =>
  observation;
