import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isUnfinished, writeAtomically } from '#base/write-atomically.ts';

/** The local outbox: a folder of `.eml` files, which a mail client opens. Nothing in it is ever sent. */
export interface Outbox {
  /** Whole or not at all; written again, it takes the place of the first one. */
  write(alertId: string, mail: Buffer): Promise<void>;
  /** Deletes the mails of these alerts, as far as there are any. */
  remove(alertIds: readonly string[]): Promise<void>;
  empty(): Promise<void>;
}

export const createOutbox = (folder: string): Outbox => {
  const writing = new Set<Promise<void>>();
  return {
    write(alertId, mail) {
      const written = writeMail(folder, alertId, mail).finally(() => writing.delete(written));
      writing.add(written);
      return written;
    },
    async remove(alertIds) {
      for (const alertId of alertIds) await rm(join(folder, `${alertId}.eml`), { force: true });
    },
    async empty() {
      // One that is being written would be there afterwards.
      await Promise.allSettled(writing);
      await mkdir(folder, { recursive: true });
      const ours = (await readdir(folder)).filter(
        (name) => isUnfinished(name) || /\.eml(\.part)?$/.test(name),
      );
      await Promise.all(ours.map((name) => rm(join(folder, name), { force: true })));
    },
  };
};

const writeMail = async (folder: string, alertId: string, mail: Buffer): Promise<void> => {
  await mkdir(folder, { recursive: true });
  await writeAtomically(join(folder, `${alertId}.eml`), mail);
};
