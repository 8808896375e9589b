import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { chunksOf } from '#packaging/chunks.ts';

/** What is imported at once, and what where it is used (`?`); each module has as many bytes as are said. */
const graph = (text: string) => {
  const modules = new Map(
    text
      .trim()
      .split('\n')
      .map((line) => {
        const [, id = '', bytes, needed = ''] = /^\s*(\S+) (\d+):(.*)$/.exec(line) ?? [];
        const ids = needed.split(' ').filter((name) => name !== '');
        return [
          id,
          {
            code: ' '.repeat(Number(bytes)),
            importedIds: ids.filter((name) => !name.startsWith('?')),
            dynamicallyImportedIds: ids.filter((name) => name.startsWith('?')).map((name) => name.slice(1)),
          },
        ] as const;
      }),
  );
  return { getModuleInfo: (id: string) => modules.get(id) ?? null };
};

test('what only the host needs is one file, and what commands and threads need stays apart', () => {
  const modules = graph(`
    host 10: words server store
    words 10:
    server 500: words routes
    routes 300:
    store 200: sql
    sql 100:
    cli 10: words ?light ?heavy ?host
    light 10: words sql
    heavy 10: server store
    thread 10:
    window 10: routes
  `);
  const starts = { host: 'host', small: ['cli', 'thread'], others: ['window'] };
  const nameOf = chunksOf(starts);
  const named = ['host', 'words', 'server', 'routes', 'store', 'sql', 'cli', 'light', 'heavy', 'thread'].map(
    (id) => [id, nameOf(id, modules)],
  );
  expect(Object.fromEntries(named)).toEqual({
    host: 'host',
    words: 'base',
    server: 'host',
    // Of the window.
    routes: null,
    store: 'host',
    // Of a command that needs little else.
    sql: null,
    cli: null,
    light: null,
    heavy: null,
    thread: null,
  });
  expect(() => chunksOf({ ...starts, host: 'elsewhere' })('host', modules)).toThrow('No module elsewhere');
});

const built = join(packageRoot(), 'out/main');

/** The files of the build that are loaded with one of them. */
const loadedWith = (entry: string): string[] => {
  const loaded = new Set<string>();
  const open = [join(built, entry)];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    const folder = dirname(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) .*?"(\.[^"]+)";$/gm,
    )) {
      open.push(join(folder, path));
    }
  }
  return [...loaded];
};

test('the host is loaded in few files, and nothing else is begun with it', () => {
  const isHost = (file: string): boolean =>
    /[\\/]host-[\w-]{8}\.js$/.test(file) && readFileSync(file).length > 1e6;
  const ofHost = loadedWith('host.js');
  expect(ofHost.filter(isHost)).toHaveLength(1);
  expect(ofHost.length).toBeLessThan(130);
  for (const entry of [
    'cli',
    'cli-process',
    'main',
    'worker',
    'service-worker',
    'text-index',
    'typesetter',
  ]) {
    expect(loadedWith(`${entry}.js`).filter(isHost), entry).toEqual([]);
  }
});
