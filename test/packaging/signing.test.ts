import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { canNotarize, leftUndone, refuseUnsignedUpdates, updateUrl } from '#packaging/signing.ts';

const apple = { APPLE_ID: 'a', APPLE_APP_SPECIFIC_PASSWORD: 'b', APPLE_TEAM_ID: 'c' };
const certificate = { CSC_LINK: 'd', CSC_KEY_PASSWORD: 'e' };
const updates = { CARRYOVER_UPDATE_URL: 'https://updates.example/carryover' };

test('what a build leaves undone is one line each, of its own platform alone', () => {
  expect(leftUndone('darwin', {})).toEqual([
    'The app is not signed: CSC_LINK, CSC_KEY_PASSWORD are not set.',
    'The app is not notarized: APPLE_ID, APPLE_APP_SPECIFIC_PASSWORD, APPLE_TEAM_ID are not set.',
    'The app never looks for updates: CARRYOVER_UPDATE_URL is not set.',
  ]);
  expect(leftUndone('win32', { WIN_CSC_LINK: 'f', ...updates })).toEqual([
    'The app is not signed: WIN_CSC_KEY_PASSWORD or CSC_KEY_PASSWORD is not set.',
  ]);
  expect(leftUndone('linux', updates)).toEqual([]);
  expect(leftUndone('darwin', { ...apple, ...certificate, ...updates })).toEqual([]);
});

test('only a signed app is notarized', () => {
  expect(canNotarize({ ...apple, ...certificate })).toBe(true);
  expect(canNotarize(apple)).toBe(false);
});

test('updates come from https alone, and only where an address was given', () => {
  expect(updateUrl({})).toBeUndefined();
  expect(updateUrl(updates)).toBe(updates.CARRYOVER_UPDATE_URL);
  expect(() => updateUrl({ CARRYOVER_UPDATE_URL: 'http://updates.example' })).toThrow('https');
});

test('what looks for updates is signed, where the system could tell', () => {
  expect(() => refuseUnsignedUpdates('win32', updates)).toThrow('set WIN_CSC_LINK or CSC_LINK');
  expect(() => refuseUnsignedUpdates('darwin', { ...updates, CSC_LINK: 'd' })).toThrow(
    'set CSC_KEY_PASSWORD',
  );
  for (const platform of ['darwin', 'win32']) {
    expect(() => refuseUnsignedUpdates(platform, {})).not.toThrow();
    expect(() => refuseUnsignedUpdates(platform, { ...updates, ...certificate })).not.toThrow();
  }
  expect(() => refuseUnsignedUpdates('linux', updates)).not.toThrow();
});

test('the configuration follows the environment, for every platform', () => {
  const code = `import(${JSON.stringify(join(packageRoot(), 'electron-builder.config.ts'))}).then(({ default: config }) =>
    process.stdout.write(JSON.stringify(config)))`;
  const configuration = (env: NodeJS.ProcessEnv) => {
    const { stdout } = spawnSync(process.execPath, ['-e', code], {
      encoding: 'utf8',
      env: { ...process.env, CARRYOVER_UPDATE_URL: '', ...env },
    });
    return JSON.parse(stdout);
  };
  const bare = configuration({});
  expect(bare).toMatchObject({ publish: null, mac: { notarize: false }, npmRebuild: false });
  expect(bare.protocols).toMatchObject([{ schemes: ['carryover'] }]);
  expect(bare.fileAssociations).toMatchObject([{ ext: 'carryover' }]);
  // On macOS the updater reads the zip, for each architecture of which there is a dmg.
  const arch = ['x64', 'arm64'];
  expect([bare.linux.target, bare.mac.target, bare.win.target]).toEqual([
    ['AppImage', 'deb'],
    [
      { target: 'dmg', arch },
      { target: 'zip', arch },
    ],
    ['nsis'],
  ]);
  expect(bare.mac.hardenedRuntime).toBe(true);
  for (const name of ['entitlements', 'entitlementsInherit']) {
    const granted = readFileSync(join(packageRoot(), bare.mac[name]), 'utf8');
    expect(granted.match(/<key>[^<]+<\/key>/g)).toEqual(['<key>com.apple.security.cs.allow-jit</key>']);
    // What signs reads no comments in it.
    expect(granted).not.toContain('<!--');
  }
  for (const [name, platform] of Object.entries({ linux: 'linux', mac: 'darwin', win: 'win32' })) {
    expect(bare[name].files).toContain(`!node_modules/better-sqlite3/prebuilds/!(${platform}-\${arch}).node`);
  }
  expect(configuration({ ...updates, ...apple, ...certificate })).toMatchObject({
    publish: { provider: 'generic', url: updates.CARRYOVER_UPDATE_URL },
    extraMetadata: { updateUrl: updates.CARRYOVER_UPDATE_URL },
    mac: { notarize: true },
  });
});
