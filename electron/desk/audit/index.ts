import { systemTime, toIso } from '#base/clock.ts';
import { createLock, whileHeld } from '#base/lock.ts';
import { newSecret } from '#base/new-secret.ts';
import { type AuditStream, type AuditTest, auditLimits } from '#contract/audit.ts';
import { CatalogueError } from '#contract/errors.ts';
import { rotationOverlapMs } from '#contract/schedule.ts';
import { journalStart } from '#desk/core/journal-head.ts';
import { insertAuditStream } from '#desk/store/audit-streams.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readJournal } from '#desk/store/journal.ts';
import type { Audit } from './audit.ts';
import { createExport } from './export.ts';
import type { NotifiedBy } from './notified.ts';
import { createAuditReader } from './reading.ts';
import { createStreamRegistry, type Known } from './registry.ts';
import { createRemoval } from './removal.ts';
import type { AuditSender } from './sending.ts';
import { createServing, endOf } from './serving.ts';
import { patched, progressWith, settingsOf } from './settings.ts';
import { noteOf, rowOf, shownLost, shownStream } from './stream.ts';
import { testEvent } from './test-event.ts';

export interface AuditOptions {
  /** What entries tell people, for streams of notifications; left out: nothing. */
  readonly notifiedBy?: NotifiedBy;
  readonly time?: Pick<typeof systemTime, 'now' | 'after'>;
  /** For one request and its response. */
  readonly timeoutMs?: number;
  /** Entries that come so soon after each other leave together. */
  readonly gatherMs?: number;
  /** So long the last event of a stream that is removed is waited for. */
  readonly patienceMs?: number;
}

const toNobody: NotifiedBy = async () => undefined;

/** Audit streams on `desk.db`. */
export const createAudit = (context: DeskContext, options: AuditOptions = {}): Audit => {
  const { store, newId, log } = context;
  const {
    time = systemTime,
    timeoutMs = 30_000,
    gatherMs = 250,
    patienceMs = 10_000,
    notifiedBy = toNobody,
  } = options;
  const registry = createStreamRegistry(context);
  const reader = createAuditReader(context);
  const serving = createServing(context, { registry, reader, time, timeoutMs, gatherMs, notifiedBy });
  const stopping = new AbortController();
  const removal = createRemoval(context, { registry, serving, time, patienceMs, signal: stopping.signal });
  /** One change of the streams after the other. */
  const lock = createLock();
  const alone = <T>(work: () => Promise<T>): Promise<T> => whileHeld(lock, work);

  const shown = async (known: Known): Promise<AuditStream> => {
    const { stream } = known;
    if (stream === undefined) return shownLost(known);
    const now = serving.current({ ...known, stream });
    const { point, until = Number.MAX_SAFE_INTEGER } = now.progress;
    const changes = Math.min(serving.head(), until) - point.seq;
    const [next] = changes > 0 ? await store.read((tx) => readJournal(tx, point.seq, 1)) : [];
    return shownStream(now, next && { changes, since: next.at }, time.now());
  };
  const show: Audit['show'] = async (reference) => shown(await serving.find(reference));
  const openOne = async (reference: string) => serving.open(await serving.find(reference));

  const refuseTaken = async (name: string, id?: string): Promise<void> => {
    const taken = (await registry.all()).some(
      (one) => one.id !== id && one.note.name.toLowerCase() === name.toLowerCase(),
    );
    if (taken) throw new CatalogueError('audit.nameTaken', { name });
  };

  return {
    list: async () => Promise.all((await registry.all()).map(shown)),
    show,
    add: (request, actor) =>
      alone(async () => {
        const settings = settingsOf(request);
        const { streams: most } = auditLimits;
        if ((await registry.all()).length >= most) throw new CatalogueError('audit.tooMany', { most });
        await refuseTaken(settings.name);
        const id = newId();
        const stream = await store.write(async (tx) => {
          // That it was added is the first event of a stream that begins now.
          const point = settings.from === 'now' ? await endOf(tx) : journalStart;
          const content = { ...noteOf(context, id, settings), from: settings.from };
          const at = await registry.record(tx, actor, { kind: 'audit.streamAdded', content });
          const added = { id, createdMs: Date.parse(at), settings, progress: { point } };
          await insertAuditStream(tx, rowOf(context, added));
          return added;
        });
        serving.begin({ stream, worker: undefined });
        const [secret] = settings.secrets;
        const once = secret === undefined ? {} : { secret: secret.text };
        return { stream: await show(id), ...once };
      }),
    change: (reference, patch, actor) =>
      alone(async () => {
        const one = await openOne(reference);
        const { id, settings: before } = one.stream;
        const settings = patched(before, patch);
        await refuseTaken(settings.name, id);
        await serving.change(one, async (tx, { progress }) => {
          const content = { ...noteOf(context, id, settings), changed: Object.keys(patch).sort() };
          await registry.record(tx, actor, { kind: 'audit.streamChanged', content });
          const { seq } = await endOf(tx);
          return { settings, progress: progressWith(progress, before.paused, settings, seq) };
        });
        return show(id);
      }),
    rotate: (reference, actor) =>
      alone(async () => {
        const one = await openOne(reference);
        const { id, settings: before } = one.stream;
        const [current] = before.secrets;
        if (current === undefined) throw new CatalogueError('audit.noSecret');
        const secret = newSecret();
        const until = time.now() + rotationOverlapMs;
        const settings = { ...before, secrets: [{ text: secret }, { text: current.text, until }] };
        await serving.change(one, async (tx, { progress }) => {
          const content = { ...noteOf(context, id, settings), changed: ['secret'] };
          await registry.record(tx, actor, { kind: 'audit.streamChanged', content });
          return { settings, progress };
        });
        return { secret, formerUntil: toIso(until) };
      }),
    async test(reference) {
      const { stream, worker } = await openOne(reference);
      const sender = serving.sender(stream);
      const event = testEvent(newId(), toIso(time.now()), await reader.desk());
      const tested = await testBy(sender, event).finally(() => sender.close());
      if (tested.delivered) worker?.retry();
      return tested;
    },
    remove: (reference, actor) => alone(async () => removal.remove(await serving.find(reference), actor)),
    events: createExport(context, reader, serving.head),
    async start() {
      for (const one of await serving.start()) {
        const { settings, progress } = one.stream;
        if (!progress.removing || !settings.paused) serving.begin(one);
        if (!progress.removing) continue;
        void alone(() => removal.finish(one)).catch((err: unknown) =>
          log.warn({ err }, 'desk: an audit stream is removed at the next start'),
        );
      }
    },
    async stop() {
      stopping.abort();
      await serving.stop();
    },
  };
};

const testBy = async (sender: AuditSender, event: AuditTest['event']): Promise<AuditTest> => {
  const begunMs = systemTime.monotonic();
  const outcome = await sender.send([event], new AbortController().signal);
  const durationMs = Math.round(systemTime.monotonic() - begunMs);
  const status = outcome.status === undefined ? {} : { status: outcome.status };
  const problem =
    outcome.kind === 'failed'
      ? outcome.problem
      : outcome.rejected && `It was rejected: ${outcome.rejected.problem}`;
  return {
    delivered: problem === undefined,
    ...status,
    ...(problem === undefined ? {} : { problem }),
    durationMs,
    event,
  };
};
