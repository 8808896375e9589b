import type { Reporter, TestModule } from 'vitest/node';

const shown = 12;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(6)} s`;

/** What a file took in all: loading, hooks and tests. Other files ran beside it. */
const durationOf = (module: TestModule): number => {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return collectDuration + setupDuration + duration;
};

/** Names the files that took longest, so that one which grows is seen. */
export default class SlowFilesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= shown) return;
    const sorted = modules.toSorted((a, b) => durationOf(b) - durationOf(a));
    const all = modules.reduce((sum, module) => sum + durationOf(module), 0);
    console.log(`slowest of ${modules.length} files, which took ${seconds(all).trim()} in all:`);
    for (const module of sorted.slice(0, shown))
      console.log(`${seconds(durationOf(module))}  ${module.relativeModuleId}, ${module.project.name}`);
  }
}
