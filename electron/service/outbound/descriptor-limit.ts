import { readFileSync } from 'node:fs';

/** Of a process that can't be asked: the least that a common system gives. */
const assumed = 256;

/**
 * How many files and sockets this process may have open (`ulimit -n`), as it is now; infinity where there is no such
 * limit (Windows). Node raises its own limit as far as it may before anything of ours runs.
 */
export const descriptorLimit = (): number => {
  if (process.platform === 'win32') return Number.POSITIVE_INFINITY;
  return toLimit(process.platform === 'linux' ? ofProc() : undefined) ?? toLimit(ofReport()) ?? assumed;
};

const ofProc = (): string | undefined => {
  try {
    return /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  } catch {
    return undefined;
  }
};

/** Costs some milliseconds, unlike /proc. */
const ofReport = (): unknown => {
  const report = Object.assign(process.report, { excludeNetwork: true }).getReport() as {
    userLimits?: { open_files?: { soft?: unknown } };
  };
  return report.userLimits?.open_files?.soft;
};

const toLimit = (value: unknown): number | undefined => {
  if (value === 'unlimited') return Number.POSITIVE_INFINITY;
  const limit = Number(value);
  return value !== undefined && Number.isFinite(limit) && limit > 0 ? limit : undefined;
};
