import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cancel, systemTime } from '#base/clock.ts';
import { makeFolder } from '#base/make-folder.ts';
import { writeJsonAtomically } from '#base/write-atomically.ts';

/** What the data folder keeps of forwarding to one URL (`forwarding/<hash>.json`): it holds no secret. */
export interface Forwarding {
  readonly url: string;
  /** The endpoint on the local service, which stays, and its secret with it. */
  readonly webhookId: string;
  /** That the endpoint points at. */
  readonly port: number;
  /** Up to here every message has a delivery to the endpoint: by the service's clock, UTC ISO 8601. */
  readonly cursor: string;
}

const pathOf = (dataDir: string, target: URL): string =>
  join(dataDir, 'forwarding', `${hash('sha256', target.href).slice(0, 16)}.json`);

/** Undefined if nothing was forwarded there yet, or the file can't be read. */
export const readForwarding = (dataDir: string, target: URL): Forwarding | undefined => {
  try {
    const read = JSON.parse(readFileSync(pathOf(dataDir, target), 'utf8')) as Forwarding;
    const isPort = Number.isInteger(read.port) && read.port > 0 && read.port < 65_536;
    const isWhole = isPort && typeof read.webhookId === 'string' && !Number.isNaN(Date.parse(read.cursor));
    return isWhole && read.url === target.href ? read : undefined;
  } catch {
    return undefined;
  }
};

export interface ForwardingFile {
  /** Moves the cursor forward; written a little later, as a cursor that is behind repeats nothing. */
  reached(instant: string): void;
  /** Writes what was not yet written. */
  close(): void;
}

/** How long moves of the cursor are collected, ms: each write is one to the disk. */
const collectMs = 200;

/** Written at once, so that a kill leaves no endpoint that nobody knows of. */
export const keepForwarding = (dataDir: string, target: URL, begun: Forwarding): ForwardingFile => {
  const path = pathOf(dataDir, target);
  let kept = begun;
  let due: Cancel | undefined;
  const write = (): void => {
    due = undefined;
    writeJsonAtomically(path, kept);
  };
  makeFolder(join(dataDir, 'forwarding'));
  write();
  return {
    reached(instant) {
      if (!(Date.parse(instant) > Date.parse(kept.cursor))) return;
      kept = { ...kept, cursor: instant };
      due ??= systemTime.after(collectMs, write);
    },
    close() {
      if (due === undefined) return;
      due();
      write();
    },
  };
};
