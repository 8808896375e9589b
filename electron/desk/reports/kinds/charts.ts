import type { ReportBlock } from '#contract/report.ts';
import { goneThrough, runKindLabels } from '#contract/run-labels.ts';
import { causes } from '#contract/token-causes.ts';
import type { CompanyResult } from '#contract/token-runs.ts';
import { formatInstant } from '#desk/reports/format.ts';
import { causeTitles } from './labels.ts';
import { isReal, type NumberedRun } from './token-picture.ts';

/** Charts of a token migration; none where there is nothing to compare. */

/** Why companies were not migrated, the most frequent cause first. */
export const causesChart = (companies: readonly CompanyResult[]): ReportBlock[] => {
  const failed = companies.filter(({ state }) => state === 'failed' || state === 'invalid');
  const bars = causes
    .map((cause) => ({
      name: causeTitles[cause],
      values: [failed.filter((one) => one.cause === cause).length],
    }))
    .filter(({ values: [count = 0] }) => count > 0)
    .sort(({ values: [a = 0] }, { values: [b = 0] }) => b - a);
  if (bars.length === 0) return [];
  return [
    {
      block: 'chart',
      id: 'failures-by-cause',
      caption: 'Failures by cause',
      unit: 'companies',
      series: [{ name: 'Failed or invalid', tone: 'bad' }],
      bars,
    },
  ];
};

/** How far each run on a target came, by what the audit chain has of its end or of its last pause. */
export const progressChart = (runs: readonly NumberedRun[]): ReportBlock[] => {
  const bars = runs.flatMap(({ number, run }) => {
    const { started, breaks, ended } = run;
    const last = ended ?? breaks.findLast(({ what }) => what === 'paused');
    if (!isReal(run) || last === undefined || !('counts' in last) || last.counts === undefined) return [];
    const { counts, at } = last;
    const open = counts.ready + counts.running + counts.syncing;
    const done = goneThrough({ kind: started.kind, counts });
    const name = `${formatInstant(at)}, run ${number} (${runKindLabels[started.kind].toLowerCase()})`;
    return [{ name, values: [done, counts.failed, open] }];
  });
  if (bars.length === 0) return [];
  return [
    {
      block: 'chart',
      id: 'progress',
      caption: 'Progress over time: companies of each run, at its end or last pause',
      unit: 'companies',
      series: [{ name: 'Done', tone: 'ok' }, { name: 'Failed', tone: 'bad' }, { name: 'Not finished' }],
      bars,
    },
  ];
};
