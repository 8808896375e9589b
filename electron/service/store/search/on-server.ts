import { type Cancel, systemTime } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { Store, StoreServer } from '#service/store/store.ts';
import type { FoundSeqs } from './index-file.ts';
import {
  countBehind,
  countMessages,
  type Indexed,
  indexedExtent,
  indexNext,
  isBehind,
  selectMatches,
  type WordsAsked,
} from './index-tables.ts';
import type { TextIndex } from './text-index.ts';
import { startOfWordSlice, wordSliceOf } from './word-slices.ts';

interface ServerIndexOptions {
  readonly store: Pick<Store, 'read'>;
  readonly server: StoreServer;
  readonly log: Log;
}

/** Commands and tests that start a service for a moment are over by then, ms. */
const startMs = 2000;
/** Between two looks at what came, ms. */
const pollMs = 300;
/** After a failure, such as that of the server, ms. */
const failedPauseMs = 10_000;
/** Before a search: what came a moment ago is found too, ms. */
const catchUpMs = 150;
/** Between two looks at what another process indexes meanwhile, ms. */
const lookMs = 10;
/** A search answers with what it has after so long, ms. */
const searchMs = 120;

/**
 * The full-text index of messages on a server, in its own tables: each process indexes what no other one is at, beside
 * what is written and delivered. Source: `docs/decisions/2026-11-28-words-on-a-server.md`.
 */
export const textIndexOnServer = ({ store, server, log }: ServerIndexOptions): TextIndex => {
  const { step, ended } = stepsOf(store, server);
  let cancel: Cancel | undefined;
  let isStopped = false;

  const work = async (): Promise<void> => {
    let pauseMs = pollMs;
    try {
      if ((await step()) === 'more') pauseMs = 0;
    } catch (err) {
      log.warn({ err }, 'search: messages are indexed later');
      pauseMs = failedPauseMs;
    }
    if (!isStopped) cancel = systemTime.after(pauseMs, () => void work(), { unref: true });
  };
  const catchUp = async (): Promise<void> => {
    const until = systemTime.monotonic() + catchUpMs;
    while (systemTime.monotonic() < until) {
      const done = await step();
      if (done === 'all') return;
      if (done === 'waiting') await systemTime.sleep(lookMs);
    }
  };

  return {
    async find(search, from, before, limit) {
      await catchUp();
      return store.read(async (reader) => ({
        ...(await findIn(reader, { search, from, before, limit })),
        behind: await countBehind(reader),
      }));
    },
    state: () =>
      store.read(async (reader) => ({
        stored: await countMessages(reader),
        behind: await countBehind(reader),
      })),
    start() {
      if (cancel !== undefined || isStopped) return;
      cancel = systemTime.after(startMs, () => void work(), { unref: true });
    },
    // Each message that was removed took its words with it.
    clear: async () => {},
    async stop() {
      isStopped = true;
      cancel?.();
      await ended();
    },
  };
};

/** One step at a time, whoever asks for it. */
const stepsOf = (store: Pick<Store, 'read'>, server: StoreServer) => {
  let underWay: Promise<Indexed> | undefined;
  const run = async (): Promise<Indexed> =>
    (await store.read(isBehind)) ? server.writeAside(indexNext) : 'all';
  return {
    step(): Promise<Indexed> {
      underWay ??= run().finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
    ended: async (): Promise<void> => {
      await underWay?.catch(() => {});
    },
  };
};

const findIn = async (reader: Parameters<typeof selectMatches>[0], asked: WordsAsked): Promise<FoundSeqs> => {
  const until = systemTime.monotonic() + searchMs;
  const seqs: number[] = [];
  const extent = await indexedExtent(reader);
  if (extent === undefined) return { seqs, reached: 0 };
  const oldest = wordSliceOf(Math.max(asked.from, extent.first));
  for (let slice = wordSliceOf(Math.min(asked.before - 1, extent.last)); slice >= oldest; slice--) {
    const limit = asked.limit - seqs.length;
    for (const seq of await selectMatches(reader, slice, { ...asked, limit })) seqs.push(seq);
    if (seqs.length >= asked.limit) return { seqs, reached: seqs.at(-1) as number };
    const start = startOfWordSlice(slice);
    if (systemTime.monotonic() > until && start > asked.from) return { seqs, reached: start };
  }
  return { seqs, reached: 0 };
};
