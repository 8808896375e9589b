import type { systemTime } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { JournalPoint } from '#contract/journal.ts';
import { pointOf } from '#desk/core/journal-head.ts';
import { changeAuditStream } from '#desk/store/audit-streams.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readJournalEnd } from '#desk/store/journal.ts';
import type { Reader, Tx } from '#desk/store/store.ts';
import type { NotifiedBy } from './notified.ts';
import type { AuditReader } from './reading.ts';
import type { Known, StreamRegistry } from './registry.ts';
import { type AuditSender, createAuditSender } from './sending.ts';
import { type Stream, sealedProgress, sealedSettings } from './stream.ts';
import { type AuditWorker, createAuditWorker } from './worker.ts';

/** A stream as this process serves it. */
export interface Live {
  stream: Stream;
  worker: AuditWorker | undefined;
}

export interface Serving {
  /** The last entry of the journal that survives a power cut. */
  head(): number;
  find(reference: string): Promise<Known>;
  /** @throws CatalogueError `audit.lost`, `audit.notFound` */
  open(known: Known): Live;
  /** How far it is by now, or was when it was read. */
  current(known: Known & { readonly stream: Stream }): Stream;
  sender(stream: Stream): AuditSender;
  begin(one: Live): void;
  end(one: Live): Promise<void>;
  /** Nothing is sent for it any more, if anything was. */
  forget(id: string): Promise<void>;
  /**
   * Nothing is sent while a stream is changed; what failed is tried again at once.
   * @param resumes false: nothing is sent after it either
   */
  change(
    one: Live,
    change: (tx: Tx, before: Stream) => Promise<Pick<Stream, 'settings' | 'progress'>>,
    resumes?: boolean,
  ): Promise<void>;
  /** Answers what is to be begun. */
  start(): Promise<Live[]>;
  stop(): Promise<void>;
}

export interface ServingParts {
  readonly registry: StreamRegistry;
  readonly reader: AuditReader;
  readonly time: Pick<typeof systemTime, 'now' | 'after'>;
  readonly timeoutMs: number;
  readonly gatherMs: number;
  readonly notifiedBy: NotifiedBy;
}

/** The end of the journal. */
export const endOf = async (reader: Reader): Promise<JournalPoint> => pointOf(await readJournalEnd(reader));

export const createServing = (context: DeskContext, parts: ServingParts): Serving => {
  const { store, journalHead, announce, log } = context;
  const { registry, reader, time, timeoutMs, gatherMs, notifiedBy } = parts;
  const live = new Map<string, Live>();
  let head = 0;
  let isServing = false;
  let unsubscribe = (): void => {};

  const told = (streamId: string): void => announce({ type: 'audit', streamId });
  const sender: Serving['sender'] = ({ id, settings }) =>
    createAuditSender(id, settings, { timeoutMs, notifiedBy }, time);
  const begin: Serving['begin'] = (one) => {
    const { id } = one.stream;
    live.set(id, one);
    told(id);
    if (!isServing) return;
    one.worker = createAuditWorker(one.stream, {
      reader,
      sender: sender(one.stream),
      head: () => head,
      async keep(progress) {
        const sealed = sealedProgress(context, id, progress);
        await store.write((tx) => changeAuditStream(tx, id, { progress: sealed }));
        one.stream = { ...one.stream, progress };
        told(id);
      },
      time,
      gatherMs,
      log,
    });
  };
  const end: Serving['end'] = async (one) => {
    await one.worker?.stop();
    one.worker = undefined;
  };

  return {
    head: () => head,
    async find(reference) {
      const wanted = reference.trim().toLowerCase();
      const found = (await registry.all()).find(
        ({ id, note }) => id === wanted || note.name.toLowerCase() === wanted,
      );
      if (found === undefined) throw new CatalogueError('audit.notFound', { reference });
      return found;
    },
    open({ id, note: { name }, stream }) {
      if (stream === undefined) throw new CatalogueError('audit.lost', { name });
      return live.get(id) ?? { stream, worker: undefined };
    },
    current: ({ id, stream }) => live.get(id)?.stream ?? stream,
    sender,
    begin,
    end,
    async forget(id) {
      const one = live.get(id);
      if (one !== undefined) await end(one);
      live.delete(id);
      told(id);
    },
    async change(one, change, resumes = true) {
      await end(one);
      const { id } = one.stream;
      const { failing: _, ...progress } = one.stream.progress;
      try {
        one.stream = await store.write(async (tx) => {
          const after = await change(tx, { ...one.stream, progress });
          const settings = sealedSettings(context, id, after.settings);
          await changeAuditStream(tx, id, {
            settings,
            progress: sealedProgress(context, id, after.progress),
          });
          return { ...one.stream, ...after };
        });
      } finally {
        if (resumes) begin(one);
      }
    },
    async start() {
      head = (await store.read(endOf)).seq;
      unsubscribe = journalHead.onAdvance(({ seq }) => {
        head = seq;
        for (const { worker } of live.values()) worker?.wake();
      });
      isServing = true;
      return (await registry.all()).flatMap(({ id, note: { name }, stream }) => {
        if (stream !== undefined) return [{ stream, worker: undefined }];
        log.error({ streamId: id, name }, 'desk: the settings of an audit stream are gone or were changed');
        return [];
      });
    },
    async stop() {
      unsubscribe();
      isServing = false;
      await Promise.all([...live.values()].map(end));
    },
  };
};
