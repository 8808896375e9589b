import { mkdirSync, rmSync } from 'node:fs';
import { toIso } from '#base/clock.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import type { MirrorEnded, MirrorRequest } from '#contract/mirror.ts';
import { checkAuthHeader } from '#service/legacy/profile.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { lastGeneration } from '#service/store/identity.ts';
import { isThere, selectProcesses } from '#service/store/processes.ts';
import type { ExampleEvents } from './example-event.ts';
import { type MirrorEngine, openMirror } from './mirror-engine.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';

/** How long the end of a dual run waits for what is under way, ms. */
const drainMs = 5000;

interface Running {
  readonly engine: MirrorEngine;
  readonly request: MirrorRequest;
  /** ms UTC */
  readonly started: number;
  readonly others: Others;
}

/**
 * Dual runs. A mirror has a store, alerts, deliveries and retries of its own, made of the same modules, so that nothing
 * of it shows in the sandbox, and nothing has to be undone there. It gets each event once that is committed.
 *
 * Rejected: hidden rules and endpoints in the sandbox's own tables, which every list, count and limit had to leave out.
 * Crash policy: a mirror ends with its process. What it left is deleted at the next start.
 */
export const createMirror = (
  context: ServiceContext,
  options: Options,
): Pick<Sandbox, 'startMirror' | 'stopMirror' | 'mirrorState' | 'mirrorEvent' | 'dropMirror'> => {
  let running: Running | undefined;
  const inTurn = createTurns();
  const remove = (): void => removeFolder(context, options);
  remove();

  options.subscribe((announcement) => {
    if (announcement.type === 'clock') running?.engine.follow(announcement.paused);
  });

  const start = async (request: MirrorRequest) => {
    checkUrl(request.url);
    checkAuthHeader(request.portalAuthHeader, 'portalAuthHeader');
    if (running !== undefined) throw new CatalogueError('mirror.running');
    const others = await othersOf(context);
    const { engine, secrets } = await openInFolder(context, options, request);
    running = { engine, request, started: context.clock.now(), others };
    return { started: toIso(running.started), secrets };
  };

  /** No event comes to it any more; it is closed in any case. */
  const end = async (waitMs: number): Promise<MirrorEnded> => {
    if (running === undefined) return { lost: 0, elsewhere: false, drained: false };
    const { engine, others } = running;
    running = undefined;
    try {
      const ended = await engine.close(waitMs);
      return { ...ended, elsewhere: await hadOthers(context, others) };
    } finally {
      remove();
    }
  };

  return {
    startMirror: (request) => inTurn(() => start(request)),
    stopMirror: () => inTurn(() => end(drainMs)),
    dropMirror: () =>
      inTurn(async () => {
        await end(0);
      }),
    async mirrorState() {
      if (running === undefined) return { running: false };
      const { started, request } = running;
      return {
        running: true,
        started: toIso(started),
        url: request.url,
        planDigest: request.plan.digest,
      };
    },
    async mirrorEvent(tx, event) {
      if (running !== undefined) tx.afterCommit(() => running?.engine.accept(event));
    },
  };
};

/** Who else has the store, and how many have had it. */
interface Others {
  readonly areThere: boolean;
  readonly generation: number;
}

const othersOf = ({ store, holder }: ServiceContext): Promise<Others> =>
  store.read(async (reader) => ({
    areThere:
      store.server !== undefined &&
      (await selectProcesses(reader)).some((one) => isThere(one) && one.generation !== holder()),
    generation: await lastGeneration(reader),
  }));

/** Also of one that came and left in between. */
const hadOthers = async (context: ServiceContext, before: Others): Promise<boolean> => {
  const after = await othersOf(context);
  return before.areThere || after.areThere || after.generation !== before.generation;
};

type Options = SandboxOptions & { readonly exampleEvent: ExampleEvents };

/** One start or end after another. */
const createTurns = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
};

const removeFolder = ({ log }: ServiceContext, { mirrorDir }: Options): void => {
  try {
    rmSync(mirrorDir, { recursive: true, force: true });
  } catch (error) {
    log.warn({ err: error }, 'service: what a dual run left behind could not be removed');
  }
};

/** Leaves nothing behind where it fails. */
const openInFolder = async (context: ServiceContext, options: Options, request: MirrorRequest) => {
  const setup = await context.store.read((reader) => options.legacy.setup(reader));
  removeFolder(context, options);
  mkdirSync(options.mirrorDir, { recursive: true, mode: 0o700 });
  try {
    const opened = await openMirror(context, options, request, setup);
    opened.engine.follow(options.paused());
    return opened;
  } catch (error) {
    removeFolder(context, options);
    throw error;
  }
};

/** What it sends holds the auth header: it goes to this machine alone. @throws CatalogueError `request.invalid` */
const checkUrl = (url: string): void => {
  const parsed = URL.parse(url);
  const isWhole = parsed?.protocol === 'http:' && parsed.search === '' && parsed.hash === '';
  if (isWhole && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(parsed.hostname)) return;
  throw invalid({
    itemId: 'url',
    message: 'url must be that of a recorder on this machine, such as http://127.0.0.1:4500/run.',
    validatorName: 'loopback',
  });
};
