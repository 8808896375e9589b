import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '#base/package-root.ts';
import type { Cycles } from './kit-cycles.ts';
import type { Starts } from './kit-starts.ts';
import { benchFolder, runModule } from './processes.ts';
import { median, noBar, type Result, result } from './results.ts';

const processes = 7;
const cycles = 1000;

/** (kit) The test kit, installed from its tarball into an empty project: its starts, and a retry test with skipping time. */
export const kit = async (): Promise<Result[]> => {
  const entry = installed();
  const all: Starts[] = [];
  for (let n = 0; n < processes; n++) all.push(await runModule<Starts>('kit-starts.ts', entry));
  const spread = (values: readonly number[]): string => `${values.map((ms) => ms.toFixed(0)).join(', ')} ms`;
  const first = all.map(({ firstMs }) => firstMs);
  const next = all.flatMap(({ nextMs }) => nextMs);
  const retry = all.flatMap(({ retryMs }) => retryMs);
  const imports = median(all.map(({ importMs }) => importMs));
  return [
    result(
      '(kit) first startService() of a process',
      median(first),
      '<',
      700,
      ' ms',
      `${spread(first)}; the import before takes ${imports.toFixed(0)} ms`,
    ),
    result('(kit) the next ones', median(next), '<', 250, ' ms', `median of ${next.length}`),
    {
      what: '(kit) retry test with skipping time',
      figure: `${median(retry).toFixed(0)} ms`,
      bar: noBar,
      reached: true,
      detail: `8 attempts in 27 h 35 min of virtual time; median of ${retry.length}`,
    },
  ];
};

/** (kit-cycles) What 1,000 test kits leave in the process that started, used and stopped them. */
export const kitCycles = async (): Promise<Result[]> => {
  const left = await runModule<Cycles>('kit-cycles.ts', installed(), String(cycles));
  return [
    result(
      `(kit) heap after ${cycles} start–stop cycles`,
      left.heapMb,
      '<',
      5,
      ' MB',
      `over the fiftieth, after a collection; memory of the process ${left.residentMb.toFixed(0)} MB`,
    ),
    result(
      '(kit) handles and open files then',
      left.handles + left.descriptors,
      '<',
      1,
      '',
      `${left.handles} handles, ${left.descriptors} files and sockets over the fiftieth`,
    ),
  ];
};

/** The address of its module `carryover/testing`. */
const installed = (): string => {
  const project = benchFolder();
  const npm = (cwd: string, ...args: readonly string[]): void => {
    execFileSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  npm(packageRoot(), 'pack', '--silent', '--pack-destination', project);
  const [tarball = ''] = readdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  npm(project, 'install', '--silent', '--no-audit', '--no-fund', join(project, tarball));
  return pathToFileURL(join(project, 'node_modules', 'carryover', 'out', 'kit', 'testing.js')).href;
};
