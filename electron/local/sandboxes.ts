import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { toIso } from '#base/clock.ts';
import { errorText } from '#base/error-text.ts';
import { asideOf } from '#base/store/sqlite/database-file.ts';
import { exchangeDatabase } from '#base/store/sqlite/exchange-database.ts';
import { newerMigrations } from '#base/store/sqlite/schema-history.ts';
import { CatalogueError } from '#contract/errors.ts';
import {
  type ClockMode,
  clockModes,
  type OpenSandbox,
  type Sandboxes,
  type SandboxOpened,
  type SandboxView,
} from '#contract/sandboxes.ts';
import { prepareSandbox, readSandboxFacts, histories as serviceHistories } from '#service/index.ts';
import { adopted, alone, begin, drainMs, type Own } from './running-service.ts';

/** The sandboxes of the folder, and changing from one to the other while the host runs. */
export const createSandboxes = (own: Own): Sandboxes => ({
  list: () => clockModes.map((clock) => viewOf(own, clock)),
  async prepare({ clock, content }) {
    refuseCurrent(own, clock);
    const chosen = content ?? (existsSync(fileOf(own, clock)) ? 'kept' : 'empty');
    const isKept = chosen === 'kept';
    if (isKept && !existsSync(fileOf(own, clock))) throw new CatalogueError('sandbox.none', { clock });
    if (isKept) refuseNewerSandbox(own, clock);
    if (chosen === 'copy' && own.isDamaged) throw new CatalogueError('service.damaged');
    const { options, files } = own.places[clock];
    if (!isKept) {
      const of = own.places[own.clock].options.dataDir;
      await prepareSandbox({ folder: options.dataDir, clock, of, content: chosen });
    }
    return {
      open: () => alone(own, () => change(own, clock, chosen)),
      drop: () => files.dropPrepared(),
    };
  },
  remove(clock) {
    refuseCurrent(own, clock);
    if (!existsSync(fileOf(own, clock))) throw new CatalogueError('sandbox.none', { clock });
    removeSandbox(own, clock);
  },
});

const refuseCurrent = (own: Own, clock: ClockMode): void => {
  if (own.clock === clock) throw new CatalogueError('sandbox.current', { clock });
};

/** Opening it would end the service that runs, and fail then. */
const refuseNewerSandbox = (own: Own, clock: ClockMode): void => {
  const migrations = newerMigrations(own.places[clock].options.dataDir, serviceHistories);
  if (migrations !== undefined) throw new CatalogueError('sandbox.newer', { clock, migrations });
};

const fileOf = (own: Own, clock: ClockMode): string => join(own.places[clock].options.dataDir, 'service.db');

const viewOf = (own: Own, clock: ClockMode): SandboxView => {
  const file = fileOf(own, clock);
  const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const facts = readSandboxFacts(file);
  return {
    clock,
    current: own.clock === clock,
    exists: existsSync(file),
    bytes: sizeOf(file) + sizeOf(`${file}-wal`),
    ...(facts === undefined
      ? {}
      : { companies: facts.companies, endpoints: facts.endpoints, waiting: facts.waiting }),
    ...(clock === 'virtual' && facts?.now !== undefined ? { now: toIso(facts.now) } : {}),
  };
};

/**
 * What was prepared takes its place first, then the choice is written, then the service stops and starts: whenever the
 * process dies, the next start opens one of the two, whole.
 */
const change = async (
  own: Own,
  clock: ClockMode,
  content: NonNullable<OpenSandbox['content']>,
): Promise<SandboxOpened> => {
  const before = own.clock;
  const keptAs = content === 'kept' ? undefined : putPrepared(own, clock);
  own.choose(clock);
  await own.service.stop(drainMs);
  own.clock = clock;
  try {
    await begin(own);
  } catch (error) {
    own.places[clock].options.log.error({ err: error, clock }, 'host: the sandbox was not opened');
    await goBack(own, before, error);
  }
  return {
    clock,
    content,
    ...(keptAs === undefined ? {} : { keptAs }),
    text: textOf(clock, content, keptAs),
  };
};

/** @throws CatalogueError `sandbox.notOpened` */
const goBack = async (own: Own, before: ClockMode, error: unknown): Promise<never> => {
  const clock = own.clock;
  await own.service.stop(0).catch(() => {});
  own.choose(before);
  own.clock = before;
  const problem = await begin(own).then(
    () => errorText(error),
    (again) =>
      `${errorText(error)} The local service did not start again (${errorText(again)}): restart Carryover.`,
  );
  throw new CatalogueError('sandbox.notOpened', { clock, problem });
};

/** Answers which backup holds what was there. */
const putPrepared = (own: Own, clock: ClockMode): string | undefined => {
  const place = own.places[clock];
  const file = fileOf(own, clock);
  const wasThere = existsSync(file);
  const aside = asideOf('service.db');
  exchangeDatabase(file, aside);
  return wasThere ? adopted(place, aside) : undefined;
};

/** The database, its outbox and its backups; the data folder keeps what is not the sandbox's. */
const removeSandbox = (own: Own, clock: ClockMode): void => {
  const { options, backups } = own.places[clock];
  const { dataDir } = options;
  if (dataDir !== own.dataDir) {
    rmSync(dataDir, { recursive: true, force: true });
    return;
  }
  for (const { name } of backups.list()) rmSync(backups.find(name).path, { force: true });
  for (const name of readdirSync(dataDir)) {
    if (/^(service|search)\.db/.test(name)) rmSync(join(dataDir, name), { force: true });
  }
  for (const name of ['outbox', 'mirror']) rmSync(join(dataDir, name), { recursive: true, force: true });
};

const textOf = (clock: ClockMode, content: SandboxOpened['content'], keptAs: string | undefined): string => {
  const what = clock === 'virtual' ? 'virtual time' : 'system time';
  const filled = {
    kept: 'as it was left',
    copy: 'with a copy of the present state',
    empty: 'empty, with the same API keys',
  }[content];
  const kept = keptAs === undefined ? '' : ` What was in it before is kept as ${keptAs}.`;
  return `The local service runs in ${what}, ${filled}. The other sandbox stays as it is; nothing of it is sent meanwhile.${kept}`;
};
