import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, test } from 'vitest';
import { createAttention } from '#main/attention.ts';
import { createHostLog } from '#main/host-log.ts';
import { menuTemplate } from '#main/menu.ts';
import { createOpenings, readLink } from '#main/openings.ts';
import { readStartArguments } from '#main/start-arguments.ts';
import { placeWindow, readWindowState, usualSize } from '#main/window-state.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

describe('what the app was started with', () => {
  const window = { kind: 'window', apiPort: 4410, deskPort: 0, toOpen: [] };

  test.each([[['serve', '--json']], [['chekc']], [['--help']], [['-V']], [['case', 'list', '--data', 'x']]])(
    'a command: %j',
    (args) => {
      expect(readStartArguments(args, '/home/jo')).toEqual({ kind: 'command', args });
    },
  );

  test('a command behind what lets Chromium run without a display, or as root', () => {
    const switches = ['--ozone-platform=headless', '--disable-gpu', '--no-sandbox'];
    expect(readStartArguments([...switches, 'case', 'list'], '/')).toEqual({
      kind: 'command',
      args: ['case', 'list'],
    });
  });

  test.each([
    [[], window],
    [['--data', 'desk'], { ...window, dataDir: '/home/jo/desk' }],
    [['--data=/srv/desk', '--api-port', '0'], { ...window, dataDir: '/srv/desk', apiPort: 0 }],
    [['--api-port', '70000', '--desk-port', 'x'], window],
    [['--enable-features=Some', '--no-sandbox'], window],
    [['acme.carryover'], { ...window, toOpen: ['/home/jo/acme.carryover'] }],
    [
      ['/srv/A B.CARRYOVER', 'carryover://case/1', './notes.txt'],
      { ...window, toOpen: ['/srv/A B.CARRYOVER', 'carryover://case/1'] },
    ],
    [
      ['--original-process-start-time=1', 'carryover://case/1'],
      { ...window, toOpen: ['carryover://case/1'] },
    ],
  ])('a window: %j', (args, expected) => {
    expect(readStartArguments(args, '/home/jo')).toEqual(expected);
  });
});

describe('where the window goes', () => {
  const screen = { workArea: { x: 0, y: 25, width: 1440, height: 875 } };
  const right = { workArea: { x: 1440, y: 0, width: 2560, height: 1440 } };
  const at = (x: number, y: number, width = 1000, height = 700) => ({
    bounds: { x, y, width, height },
    maximized: false,
  });

  test.each([
    ['a first start', undefined, [screen], { width: usualSize.width, height: usualSize.height }],
    [
      'a small display',
      undefined,
      [{ workArea: { x: 0, y: 0, width: 1024, height: 700 } }],
      { width: 1024, height: 700 },
    ],
    ['where it was', at(100, 100), [screen], { x: 100, y: 100, width: 1000, height: 700 }],
    ['on the second display', at(2000, 200), [screen, right], { x: 2000, y: 200, width: 1000, height: 700 }],
    ['whose display is gone', at(2000, 200), [screen], { width: 1000, height: 700 }],
    ['partly outside, but in reach', at(-800, 100), [screen], { x: -800, y: 100, width: 1000, height: 700 }],
    ['with its title out of reach', at(100, -200), [screen], { width: 1000, height: 700 }],
    [
      'larger than the display is now',
      at(0, 25, 3000, 2000),
      [screen],
      { x: 0, y: 25, width: 1440, height: 875 },
    ],
  ])('%s', (_name, state, displays, expected) => {
    expect(placeWindow(state, displays)).toEqual(expected);
  });

  test('what is no state counts as none', () => {
    const path = join(temporaryFolder(), 'window.json');
    expect(readWindowState(path)).toBeUndefined();
    for (const text of ['', '{', '[]', '{"bounds":{"x":"a","y":0,"width":1,"height":1}}']) {
      writeFileSync(path, text);
      expect(readWindowState(path)).toBeUndefined();
    }
  });
});

describe('the menu', () => {
  const noop = (): void => {};
  const actions = {
    openCaseFile: noop,
    connectTeam: noop,
    showSettings: noop,
    showDocumentation: noop,
    openDataFolder: noop,
  };
  const names = (items: MenuItemConstructorOptions[]) => items.map(({ label, role }) => label ?? role);
  const inside = (template: MenuItemConstructorOptions[], name: string) =>
    names(
      (template.find(({ label, role }) => (label ?? role) === name)?.submenu ??
        []) as MenuItemConstructorOptions[],
    );

  test('of macOS begins with the app, which has the settings', () => {
    const mac = menuTemplate('darwin', actions, true);
    expect(names(mac)).toEqual(['Carryover', 'File', 'editMenu', 'View', 'windowMenu', 'help']);
    expect(inside(mac, 'Carryover')).toEqual(expect.arrayContaining(['about', 'Settings…', 'hide', 'quit']));
    expect(inside(mac, 'File')).toEqual(['Open case file…', 'Connect to a team desk…', undefined, 'close']);
    expect(inside(mac, 'View')).not.toContain('toggleDevTools');
  });

  test('of the others has them under File', () => {
    const other = menuTemplate('win32', actions, false);
    expect(names(other)).toEqual(['File', 'editMenu', 'View', 'windowMenu', 'help']);
    expect(inside(other, 'File')).toEqual([
      'Open case file…',
      'Connect to a team desk…',
      undefined,
      'Settings…',
      undefined,
      'quit',
    ]);
    expect(inside(other, 'help')).toEqual(['Documentation', 'Open data folder…', undefined, 'about']);
    expect(inside(other, 'View')).toContain('toggleDevTools');
  });
});

describe('links and files', () => {
  const id = '0b8e2f6a-1f0c-4c5e-9a59-5d0b1c7d2e3f';
  test.each([
    [`carryover://case/${id}`, { type: 'case', caseId: id }],
    [`CARRYOVER://CASE/${id.toUpperCase()}/`, { type: 'case', caseId: id }],
    ['carryover://case/', undefined],
    ['carryover://case/acme', undefined],
    [`carryover://case/${id}/../x`, undefined],
    [`carryover://other/${id}`, undefined],
    [`https://case/${id}`, undefined],
    ['carryover:', undefined],
    ['nonsense', undefined],
  ])('%s', (link, expected) => {
    expect(readLink(link)).toEqual(expected);
  });

  test('a folder is no case file, and what waits comes in order once the page is there, and again after it went', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'a.carryover'));
    const sent: unknown[] = [];
    const complaints: string[] = [];
    const openings = createOpenings({
      send: (what) => sent.push(what),
      complain: (text) => complaints.push(text),
    });
    await openings.open(join(folder, 'a.carryover'));
    expect(complaints).toEqual([expect.stringContaining('it is not a file')]);
    openings.show({ type: 'page', page: 'settings' });
    await openings.open(`carryover://case/${id}`);
    expect(sent).toEqual([]);
    openings.pageReady();
    expect(sent).toEqual([
      { type: 'page', page: 'settings' },
      { type: 'case', caseId: id },
    ]);
    openings.pageGone();
    openings.show({ type: 'page', page: 'documentation' });
    expect(sent).toHaveLength(2);
    openings.pageReady();
    expect(sent).toHaveLength(3);
  });
});

test('a run asks for someone when it comes to rest, once', () => {
  const attention = createAttention();
  const run = {
    type: 'run',
    caseId: 'c',
    runId: 'r',
    kind: 'run',
    rows: 9,
    done: 4,
    failed: 0,
    syncing: 0,
  } as const;
  expect(attention({ ...run, state: 'running' })).toBeUndefined();
  expect(attention({ ...run, state: 'paused' })).toEqual({
    kind: 'runPaused',
    title: 'The token migration is paused',
    body: '4 of 9 companies are done.',
    opening: { type: 'run', caseId: 'c', runId: 'r' },
  });
  expect(attention({ ...run, state: 'paused' })).toBeUndefined();
  attention({ ...run, state: 'running' });
  expect(attention({ ...run, state: 'paused', byThreshold: true, why: 'Two in a row.' })).toMatchObject({
    title: 'The token migration is paused by a threshold',
    body: 'Two in a row. 4 of 9 companies are done.',
  });
  attention({ ...run, state: 'running' });
  expect(attention({ ...run, state: 'interrupted' })?.title).toBe('The token migration was interrupted');
  attention({ ...run, state: 'running' });
  expect(attention({ ...run, state: 'cancelled' })).toBeUndefined();
  expect(attention({ ...run, state: 'done', done: 7, failed: 2 })?.body).toBe(
    '7 of 9 companies are done, 2 failed.',
  );
  expect(attention({ type: 'endpoint', webhookId: 'w', change: 'changed' })).toBeUndefined();
  expect(attention({ type: 'endpoint', webhookId: 'w', change: 'disabled' })?.opening).toEqual({
    type: 'endpoint',
    endpointId: 'w',
  });
});

test('the log of the host stays below its bound, and ends with what came last', () => {
  const path = join(temporaryFolder(), 'logs', 'host.log');
  const log = createHostLog(path);
  expect(log.end(5)).toBe('');
  const line = `${'x'.repeat(1023)}\n`;
  for (let n = 0; n < 3000; n += 1) log.write(line);
  log.write('the last\n');
  expect(statSync(path).size + statSync(`${path}.1`).size).toBeLessThan(2.1 * 1_048_576);
  expect(createHostLog(path).end(2)).toBe(`${line}the last`);
});
