import { execFile } from 'node:child_process';

const patienceMs = 2000;

/**
 * Whether the person's browser is a snap, which can't read files of hidden folders, such as the data folder's usual place:
 * known by the name of its desktop file, `firefox_firefox.desktop`.
 */
export const isSandboxedBrowser = (platform = process.platform): Promise<boolean> => {
  if (platform !== 'linux') return Promise.resolve(false);
  return new Promise((resolve) => {
    execFile('xdg-settings', ['get', 'default-web-browser'], { timeout: patienceMs }, (error, stdout) =>
      resolve(error === null && /^([\w-]+)_[\w-]+\.desktop$/.test(stdout.trim())),
    );
  });
};
