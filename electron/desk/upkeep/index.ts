import { join } from 'node:path';
import type { Log } from '#base/log.ts';
import type { DeskStore } from '#desk/store/store.ts';
import { countTables } from '#desk/store/table-counts.ts';
import type { Targets } from '#desk/targets/targets.ts';
import { type AboutParts, createAbout, createHealth } from './about.ts';
import { createDiagnostics } from './diagnostics.ts';
import { createHostFigures } from './figures.ts';
import { readLicences } from './licences.ts';
import { metricsText } from './metrics.ts';
import { createProcessReader } from './process-figures.ts';
import { readinessOf } from './readiness.ts';
import { alive } from './standby.ts';
import { createStorage } from './storage.ts';
import type { Upkeep } from './upkeep.ts';

interface UpkeepParts extends AboutParts {
  readonly store: DeskStore;
  readonly targets: Pick<Targets, 'list'>;
  /** Whether it takes no new work any more. */
  readonly isStopping: () => boolean;
  /** The build's. */
  readonly licencesFile: string;
  readonly log: Log;
}

/** What keeps the host itself in order, and says how it is doing. */
export const createUpkeep = (parts: UpkeepParts): Upkeep => {
  const { control, dataDir, store, targets, log } = parts;
  const about = createAbout(parts);
  const health = createHealth(parts);
  const figures = createHostFigures(parts);
  const ofProcess = createProcessReader();
  const state = () => ({
    stopping: parts.isStopping(),
    standby: store.lease?.isSure() === false ? 'The database server did not hear of it in time.' : undefined,
  });
  const readiness = async () => readinessOf(await figures(), state());
  return {
    about,
    health,
    alive,
    readiness,
    async metrics() {
      const host = await figures();
      return metricsText({ host, process: ofProcess.read(), readiness: readinessOf(host, state()) });
    },
    stop: ofProcess.stop,
    storage: createStorage(dataDir, parts.storeServer !== undefined),
    licences: () => readLicences(parts.licencesFile),
    diagnostics: createDiagnostics({
      about,
      health,
      settings: control.sandbox.settings,
      targets: targets.list,
      tables: () => store.read(countTables),
      recentLines: () => log.recentLines?.() ?? [],
      hostLogFile: join(dataDir, 'logs', 'host.log'),
      dataDir,
    }),
  };
};
