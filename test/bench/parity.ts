import { statSync } from 'node:fs';
import { join } from 'node:path';
import { writeParityLines } from './parity-lines.ts';
import { benchFolder, runModule } from './processes.ts';
import { median, type Result, result } from './results.ts';

const pairs = 100_000;
const times = 3;

interface Measured {
  readonly ms: number;
  /** Of the processor, which other work on the machine does not matter to. */
  readonly cpuMs: number;
  readonly count: number;
  /** Of memory, at its peak. */
  readonly growthMb: number;
}

/**
 * (parity) Both mechanisms side by side in a recording of JSON lines: read, paired and compared property by property.
 * The yardstick parses the same lines and their bodies, and does nothing with them.
 */
export const parity = async (): Promise<Result[]> => {
  const path = join(benchFolder(), 'dual-run.jsonl');
  await writeParityLines(path, pairs);
  const megabytes = statSync(path).size / 1_048_576;
  const parsed: Measured[] = [];
  const compared: Measured[] = [];
  for (let n = 0; n < times; n++) {
    parsed.push(await runModule<Measured>('parity-reading.ts', 'parse', path));
    compared.push(await runModule<Measured>('parity-reading.ts', 'compare', path));
  }
  const twice = join(benchFolder(), 'twice.jsonl');
  await writeParityLines(twice, pairs * 2);
  const double = await runModule<Measured>('parity-reading.ts', 'compare', twice);
  const ms = median(compared.map((one) => one.ms));
  const cpuMs = median(compared.map((one) => one.cpuMs));
  const yardstick = median(parsed.map((one) => one.cpuMs));
  const growth = median(compared.map(({ growthMb }) => growthMb));
  const count = compared[0]?.count ?? 0;
  const all = compared.map((one) => `${(one.ms / 1000).toFixed(1)} s`).join(', ');
  return [
    result(
      `(parity) ${count.toLocaleString('en')} pairs read, paired and compared`,
      ms,
      '<',
      5000,
      ' ms',
      `${all}; processor ${(cpuMs / 1000).toFixed(1)} s, ${(cpuMs / yardstick).toFixed(1)} times that of JSON.parse of the same lines and bodies; ${megabytes.toFixed(0)} MB`,
    ),
    result(
      '(parity) memory growth for twice as many, of that',
      double.growthMb / growth,
      '<',
      1.3,
      '',
      `${growth.toFixed(0)} and ${double.growthMb.toFixed(0)} MB`,
    ),
  ];
};
