import type { systemTime } from '#base/clock.ts';
import type { AuditRemoval } from '#contract/audit.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { JournalAction } from '#contract/journal.ts';
import { program } from '#desk/core/program.ts';
import { deleteAuditStream } from '#desk/store/audit-streams.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Known, StreamRegistry } from './registry.ts';
import { endOf, type Live, type Serving } from './serving.ts';
import type { Stream } from './stream.ts';
import type { AuditWorker } from './worker.ts';

interface RemovalParts {
  readonly registry: StreamRegistry;
  readonly serving: Serving;
  readonly time: Pick<typeof systemTime, 'after'>;
  /** So long the last event is waited for. */
  readonly patienceMs: number;
  /** The desk ends: the next process ends the stream. */
  readonly signal: AbortSignal;
}

/** Removing a stream: that it is removed is its last event, or the journal says that it could not be delivered. */
export const createRemoval = (
  { store }: Pick<DeskContext, 'store'>,
  { registry, serving, time, patienceMs, signal }: RemovalParts,
) => {
  const isRested = (worker: AuditWorker): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (isOver: boolean): void => {
        cancel();
        signal.removeEventListener('abort', giveUp);
        resolve(isOver);
      };
      const giveUp = (): void => end(false);
      const cancel = time.after(patienceMs, giveUp, { unref: true });
      signal.addEventListener('abort', giveUp, { once: true });
      void worker.rested.then(() => end(true));
    });

  /** @throws CatalogueError `server.stopping` */
  const finish = async (one: Live): Promise<AuditRemoval> => {
    const { settings } = one.stream;
    const delivered = one.worker !== undefined && (await isRested(one.worker));
    if (signal.aborted && !delivered) throw new CatalogueError('server.stopping');
    await serving.end(one);
    const { point, until = point.seq, failing } = one.stream.progress;
    const left = delivered ? 0 : until - point.seq;
    await store.write(async (tx) => {
      const content = { ...nameOf(one.stream), delivered, left };
      await registry.record(tx, program, { kind: 'audit.streamEnded', content });
      await deleteAuditStream(tx, one.stream.id);
    });
    await serving.forget(one.stream.id);
    if (delivered) return { lastEvent: 'delivered', left };
    const why = failing?.problem ?? 'There was no response in time.';
    return { lastEvent: 'not delivered', left, problem: settings.paused ? 'It was paused.' : why };
  };

  const removeLost = async ({ id, note: { name, origin } }: Known, actor: string): Promise<AuditRemoval> => {
    const content = { streamId: id, name, origin };
    // Where its row was changed by hand while it was served, it is served still.
    await serving.forget(id);
    await store.write(async (tx) => {
      await registry.record(tx, actor, { kind: 'audit.streamRemoved', content });
      await registry.record(tx, program, {
        kind: 'audit.streamEnded',
        content: { ...content, delivered: false },
      });
      await deleteAuditStream(tx, id);
    });
    return { lastEvent: 'not delivered', left: 0, problem: 'Its settings are lost.' };
  };

  return {
    /** What was left of one that an earlier process began. */
    finish,
    async remove(known: Known, actor: string): Promise<AuditRemoval> {
      if (known.stream === undefined) return removeLost(known, actor);
      const one = serving.open(known);
      const { paused } = one.stream.settings;
      const change = async (
        ...[tx, { settings, progress }]: Parameters<Parameters<Serving['change']>[1]>
      ) => {
        const action: JournalAction = { kind: 'audit.streamRemoved', content: nameOf(one.stream) };
        await registry.record(tx, actor, action);
        return { settings, progress: { ...progress, until: (await endOf(tx)).seq, removing: true as const } };
      };
      // What is paused sends nothing any more.
      await serving.change(one, change, !paused);
      return finish(one);
    },
  };
};

const nameOf = ({ id, settings: { name, url } }: Stream) => ({
  streamId: id,
  name,
  origin: new URL(url).origin,
});
