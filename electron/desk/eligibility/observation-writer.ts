import { type Cancel, parseInstant, systemTime } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { CaseAction, CaseActionOf } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { RequestEntry } from '#contract/request-log.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { CaseState, ObservationState } from '#desk/cases/state.ts';
import { foldAll } from '#desk/cases/steps/index.ts';
import { withVerdict } from './record.ts';
import { type AnnouncedCall, createRecorder, type Logged, type LogPlace, type Recorder } from './recorder.ts';

type Finish = (state: CaseState) => readonly CaseAction[];

/** An observation that is open here, with what came for it since the last batch. */
export interface OpenObservation {
  readonly caseId: string;
  readonly id: string;
  readonly fromMs: number;
  readonly recorder: Recorder;
  due?: { readonly at: number; readonly cancel: Cancel };
  writing: Promise<void>;
}

/** Who writes what came by itself. */
export const recorderName = 'carryover';
/** What is new is in the case after so long. */
const soonMs = 1000;
/** More of the same waits for a share of the observation's age, so that a week does not make a million entries. */
const shareOfAge = 1 / 1000;
/** After a batch that could not be written, so many times longer. */
const afterFailure = 10;
const pageSize = 500;

/** Where calls are found. */
export interface CallSource {
  readonly sandbox: Pick<ServiceControl['sandbox'], 'requests'>;
  readonly callLog?: ServiceControl['callLog'];
}
/** How often the log of several processes is looked at for calls that nobody announced, ms. */
const lookMs = 2000;

interface Writing {
  readonly log: Log;
  readonly cases: Cases;
  readonly source: CallSource;
  readonly observations: Map<string, OpenObservation>;
  stopped: boolean;
}

export type ObservationWriter = ReturnType<typeof createObservationWriter>;

/** Copies what comes for the open observations into their cases, in batches. */
export const createObservationWriter = (log: Log, cases: Cases, source: CallSource) => {
  const observations = new Map<string, OpenObservation>();
  const writing: Writing = { log, cases, source, observations, stopped: false };
  const cancelLooks = lookForCalls(writing);
  const track = (caseId: string, observation: ObservationState): OpenObservation => {
    const open: OpenObservation = {
      caseId,
      id: observation.id,
      fromMs: parseInstant(observation.from, 'from'),
      recorder: createRecorder(observation, source.callLog !== undefined),
      writing: Promise.resolve(),
    };
    observations.set(open.id, open);
    return open;
  };
  /** Never throws: what could not be written waits and is tried again. */
  const writeQuietly = (open: OpenObservation) => writeOrWait(writing, open);
  return {
    track,
    /** The tracked one, or tracks it. */
    trackedOr: (caseId: string, observation: ObservationState) =>
      observations.get(observation.id) ?? track(caseId, observation),
    forget(open: OpenObservation): void {
      open.due?.cancel();
      observations.delete(open.id);
    },
    note(call: AnnouncedCall): void {
      for (const open of observations.values()) {
        const urgency = open.recorder.note(call);
        if (urgency !== undefined) schedule(writing, open, waitMs(open, urgency));
      }
    },
    /** One batch at a time. `finish` is written along with it. */
    write: (open: OpenObservation, actor: string, finish?: Finish) => write(writing, open, actor, finish),
    writeQuietly,
    writeSoon: (open: OpenObservation) => schedule(writing, open, 0),
    /** Writes what waits, for the last time. */
    async stop(): Promise<void> {
      cancelLooks();
      writing.stopped = true;
      await Promise.all([...observations.values()].map(writeQuietly));
      for (const { due } of observations.values()) due?.cancel();
      observations.clear();
    },
  };
};

const write = (writing: Writing, open: OpenObservation, actor: string, finish?: Finish): Promise<void> => {
  const done = open.writing.then(async () => {
    open.due?.cancel();
    delete open.due;
    await writeBatch(writing, open, actor, finish);
  });
  open.writing = done.catch(() => {});
  return done;
};

const writeOrWait = async (writing: Writing, open: OpenObservation): Promise<void> => {
  try {
    await write(writing, open, recorderName);
  } catch (error) {
    const code = error instanceof CatalogueError ? error.code : undefined;
    if (code === 'case.notFound') writing.observations.delete(open.id);
    // What came while the case was closed is none of its evidence.
    else if (code === 'case.notOpen') open.recorder.written();
    else {
      // A disk may have space later.
      writing.log.warn({ err: error, caseId: open.caseId }, 'desk: an observation could not be written yet');
      schedule(writing, open, waitMs(open, 'more') * afterFailure);
    }
  }
};

const schedule = (writing: Writing, open: OpenObservation, delayMs: number): void => {
  const at = systemTime.now() + delayMs;
  if (open.due !== undefined && open.due.at <= at) return;
  open.due?.cancel();
  const cancel = systemTime.after(delayMs, () => void writeOrWait(writing, open), { unref: true });
  open.due = { at, cancel };
};

const waitMs = ({ fromMs }: OpenObservation, urgency: 'new' | 'more'): number =>
  urgency === 'new' ? soonMs : Math.max(soonMs, (systemTime.now() - fromMs) * shareOfAge);

const writeBatch = async (
  { cases, source, stopped }: Writing,
  { caseId, id, recorder }: OpenObservation,
  actor: string,
  finish: Finish | undefined,
): Promise<void> => {
  // Before the host stops it is written also where nothing came, as it was observed until now.
  const isLast = finish !== undefined && source.callLog !== undefined;
  const seen = await recorder.collect((from) => loggedAfter(source, from, isLast), stopped || isLast);
  if (seen === undefined && finish === undefined) return;
  await cases.act(caseId, actor, (before) => {
    const actions = seen === undefined ? [] : seenActions(seen, recorder.unwatchedMs());
    if (finish !== undefined) return [...actions, ...finish(foldAll(before, actor, actions))];
    // Closed while this batch was waiting: its time is over.
    if (findObservation(before, id).to !== undefined) return [];
    return (seen?.calls.length ?? 0) > 0 ? withVerdict(before, actor, actions) : actions;
  });
  recorder.written();
};

/** With the time that was not observed: by an entry that earlier builds read, too. */
const seenActions = (
  seen: CaseActionOf<'observation.seen'>['content'],
  unwatchedMs: number,
): CaseAction[] => [
  { kind: 'observation.seen', content: seen },
  ...(unwatchedMs === 0
    ? []
    : [{ kind: 'observation.resumed' as const, content: { id: seen.id, at: seen.until, unwatchedMs } }]),
];

/** Has what came without an announcement written, as soon as if it had been announced. */
const lookForCalls = (writing: Writing): Cancel => {
  const { callLog } = writing.source;
  if (callLog === undefined) return () => {};
  const look = async (): Promise<void> => {
    if (writing.observations.size === 0) return;
    const { newest, newestDeprecated } = await callLog.position();
    for (const open of writing.observations.values()) {
      const read = Number(open.recorder.position());
      if (Number(newestDeprecated) > read) schedule(writing, open, soonMs);
      else if (Number(newest) > read) schedule(writing, open, waitMs(open, 'more'));
    }
  };
  return systemTime.every(
    lookMs,
    () =>
      void look().catch((err: unknown) => writing.log.debug({ err }, 'desk: the log could not be looked at')),
  );
};

const loggedAfter = async (
  { sandbox, callLog }: CallSource,
  from: LogPlace,
  isFinal: boolean,
): Promise<Logged> => {
  if (callLog !== undefined) {
    const { entries, ...others } = await callLog.after({ ...from, isFinal });
    return { entries, others };
  }
  const entries: RequestEntry[] = [];
  let position = from.after;
  for (;;) {
    const { results, cursor } = await sandbox.requests({
      deprecated: true,
      after: position,
      limit: pageSize,
    });
    entries.push(...results);
    if (cursor === undefined) return { entries };
    position = results.at(-1)?.id ?? position;
  }
};

/** @throws CatalogueError `observation.notFound` */
export const findObservation = ({ observations }: CaseState, id: string): ObservationState => {
  const found = observations.find((one) => one.id === id);
  if (found === undefined) throw new CatalogueError('observation.notFound', { id });
  return found;
};
