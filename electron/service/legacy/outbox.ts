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

export const createOutbox = (folder: string): Outbox => ({
  async write(alertId, mail) {
    await mkdir(folder, { recursive: true });
    const path = join(folder, `${alertId}.eml`);
    // Mail is about somebody's customers.
    await writeFile(`${path}.part`, mail, { mode: 0o600, flush: true });
    await rename(`${path}.part`, path);
  },
  async remove(alertIds) {
    for (const alertId of alertIds) await rm(join(folder, `${alertId}.eml`), { force: true });
  },
  async empty() {
    await mkdir(folder, { recursive: true });
    const ours = (await readdir(folder)).filter((name) => /\.eml(\.part)?$/.test(name));
    await Promise.all(ours.map((name) => rm(join(folder, name), { force: true })));
  },
});
