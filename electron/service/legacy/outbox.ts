import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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
      const ours = (await readdir(folder)).filter((name) => /\.eml(\.part)?$/.test(name));
      await Promise.all(ours.map((name) => rm(join(folder, name), { force: true })));
    },
  };
};

const writeMail = async (folder: string, alertId: string, mail: Buffer): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${alertId}.eml`);
  // Mail is about somebody's customers.
  await writeFile(`${path}.part`, mail, { mode: 0o600, flush: true });
  await rename(`${path}.part`, path);
};
