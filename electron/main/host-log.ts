import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** What the host wrote, in two files of a bounded size: the present one and the one before. */
export interface HostLog {
  write(text: string): void;
  /** The last lines, oldest first. */
  end(lines: number): string;
}

const limitBytes = 1_048_576;

export const createHostLog = (path: string): HostLog => {
  let size = prepare(path);
  return {
    write(text) {
      try {
        if (size > limitBytes) {
          renameSync(path, `${path}.1`);
          size = 0;
        }
        appendFileSync(path, text, { mode: 0o600 });
        size += Buffer.byteLength(text);
      } catch {
        // A full disk stops the log, not the app: the host itself says that the disk is full.
      }
    },
    end(lines) {
      const all = [`${path}.1`, path].map(read).join('');
      return all.trimEnd().split('\n').slice(-lines).join('\n');
    },
  };
};

/** How large it is. A folder that can't be made stops the log alone, too. */
const prepare = (path: string): number => {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return 0;
  }
};

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
