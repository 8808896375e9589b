import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPackage } from '@electron/asar';

/** By it `@electron/fuses` finds the switches in Electron's binary. */
const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const fuseVersion = 1;
/** As Electron is built: what is on ('1') and off ('0') until it is packed. */
const fusesAsBuilt = '101100111';

/**
 * What electron-builder wants of an Electron distribution for Linux, without Electron.
 * @param folder is made
 */
export const makeStandInElectron = async (folder: string): Promise<void> => {
  const app = join(folder, 'app');
  for (const path of [app, join(folder, 'locales'), join(folder, 'resources')]) {
    mkdirSync(path, { recursive: true });
  }
  const fuses = Buffer.from([fuseVersion, fusesAsBuilt.length]);
  const binary = Buffer.concat([Buffer.from(fuseSentinel), fuses, Buffer.from(fusesAsBuilt)]);
  writeFileSync(join(folder, 'electron'), binary, { mode: 0o755 });
  for (const language of ['de', 'en-US']) writeFileSync(join(folder, 'locales', `${language}.pak`), '');
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) writeFileSync(join(folder, name), name);
  writeFileSync(join(app, 'main.js'), '');
  await createPackage(app, join(folder, 'resources', 'default_app.asar'));
  rmSync(app, { recursive: true });
};
