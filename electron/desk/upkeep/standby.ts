import { packageVersion } from '#base/package-root.ts';
import type { Readiness } from '#contract/figures.ts';
import { createHostFigures, type FigureParts } from './figures.ts';
import { metricsText } from './metrics.ts';
import { createProcessReader } from './process-figures.ts';
import { readinessOf } from './readiness.ts';
import type { Upkeep } from './upkeep.ts';

/** What a host says of itself while another process has the desk of its store. */
export type StandbyUpkeep = Pick<Upkeep, 'alive' | 'readiness' | 'metrics' | 'stop'>;

/** @param standby who has the desk, for a person */
export const createStandbyUpkeep = (
  parts: Omit<FigureParts, 'store'>,
  standby: () => string,
): StandbyUpkeep => {
  const figures = createHostFigures(parts);
  const ofProcess = createProcessReader();
  const readiness = async (): Promise<Readiness> => readinessOf(await figures(), { standby: standby() });
  return {
    alive,
    readiness,
    async metrics() {
      return metricsText({
        host: await figures(),
        process: ofProcess.read(),
        readiness: await readiness(),
      });
    },
    stop: ofProcess.stop,
  };
};

/** Says no more than that the event loop runs. */
export const alive: Upkeep['alive'] = () => ({
  alive: true,
  version: packageVersion(),
  uptime: Math.round(process.uptime()),
});
