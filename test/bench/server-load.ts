import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresServer } from '#test/support/postgres/server.ts';
import { cpuSecondsOf } from './processes.ts';

/** Processor time of all processes of a server so far, also of those that have ended, s. */
export const serverCpuSeconds = ({ folder }: PostgresServer): number => {
  const main = Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const fieldsOf = (pid: string | number): string[] => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  };
  const cpuOfBackend = (pid: string): number => {
    try {
      return Number(fieldsOf(pid)[1]) === main ? cpuSecondsOf(Number(pid)) : 0;
    } catch {
      // It has ended meanwhile, and is counted with those that have.
      return 0;
    }
  };
  const backends = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid));
  const [ended, endedSystem] = fieldsOf(main).slice(13, 15).map(Number) as [number, number];
  return (
    backends.reduce((sum, pid) => sum + cpuOfBackend(pid), cpuSecondsOf(main)) + (ended + endedSystem) / 100
  );
};
