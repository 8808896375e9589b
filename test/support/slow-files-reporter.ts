import type { Reporter, TestModule } from 'vitest/node';
import type { ProcessorTimes } from './processor-times.ts';

const asked = process.env.CARRYOVER_SLOW_FILES;
const shown = Number(asked ?? 12);

const seconds = (s: number): string => `${s.toFixed(1).padStart(6)} s`;

/** What a file took in all: loading, hooks and tests. Other files ran beside it. */
const durationOf = (module: TestModule): number => {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return (collectDuration + setupDuration + duration) / 1000;
};

const processorOf = ({ tests, browser, started }: ProcessorTimes): number => tests + browser + started;

/**
 * Names the files that took most, so that one which grows is seen: by processor time where that is known, which busy
 * machines change less. `CARRYOVER_SLOW_FILES` is how many are named.
 */
export default class SlowFilesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (asked === undefined && modules.length <= shown) return;
    const costs = modules
      .map((module) => ({ module, took: durationOf(module), processor: module.meta().processor }))
      .map((one) => ({ ...one, cost: one.processor === undefined ? one.took : processorOf(one.processor) }))
      .sort((a, b) => b.cost - a.cost);
    const all = costs.reduce((sum, { cost }) => sum + cost, 0);
    console.log(`most processor time of ${modules.length} files, which took ${seconds(all).trim()} in all:`);
    for (const { module, cost, took, processor } of costs.slice(0, shown)) {
      const parts = Object.entries(processor ?? {}).map(([name, s]) => `${name} ${s.toFixed(1)}`);
      const told = [...parts, `took ${took.toFixed(1)} s`, module.project.name].join(', ');
      console.log(`${seconds(cost)}  ${module.relativeModuleId} (${told})`);
    }
  }
}
