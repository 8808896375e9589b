import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { startNode } from '#test/support/cli.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** Every module that the build starts from, with next to nothing in it: what is tried is when and how they are built. */
const sources = {
  'cli/index.ts': `import { word } from '#contract/word.ts';
export const main = async ([first]: readonly string[]): Promise<void> => void process.stdout.write(\`\${word} \${first}\\n\`);`,
  'contract/word.ts': "export const word: string = 'ran';",
  'contract/unused.ts': '',
  'host/index.ts': '',
  'host/process.ts': '',
  'cli/utility-process.ts': '',
  'desk/worker.ts': '',
  'service/worker.ts': '',
  'desk/reports/formats/pdf/typesetter/process.ts': '',
  'service/store/search/thread.ts': '',
  'main/index.ts': '',
  'preload/index.ts': '',
};

/** What the configuration of the build imports beside packages, and the page by which it knows the root. */
const configuring = ['SECURITY.md', 'electron/contract/help.ts', 'electron/contract/help-anchor.ts'];

/** The launcher, and what it needs before anything is built. */
const launching = readdirSync(join(packageRoot(), 'electron/cli'))
  .filter((name) => name.endsWith('.cjs'))
  .map((name) => `electron/cli/${name}`);

/** A checkout of its own, not built yet, with the real launcher and the real way to build. */
const checkout = (): {
  folder: string;
  run: (...args: string[]) => ReturnType<typeof startNode>['ended'];
} => {
  const folder = temporaryFolder();
  for (const name of ['packaging', 'electron.vite.config.ts', 'tsconfig.json']) {
    cpSync(join(packageRoot(), name), join(folder, name), { recursive: true });
  }
  for (const name of ['package.json', 'package-lock.json', ...launching, ...configuring]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(packageRoot(), name), join(folder, name));
  }
  for (const [name, text] of Object.entries(sources)) {
    const path = join(folder, 'electron', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${text}\n`);
  }
  symlinkSync(join(packageRoot(), 'node_modules'), join(folder, 'node_modules'));
  const launcher = join(folder, 'electron/cli/launcher.cjs');
  return { folder, run: (...args) => startNode(launcher, ...(args.length > 0 ? args : ['keys'])).ended };
};

const works = { code: 0, stdout: 'ran keys\n', stderr: '' };

test('commands that start at once on an unbuilt checkout all work; what has changed is built again', async () => {
  const { folder, run } = checkout();
  expect(await Promise.all([run(), run(), run()])).toEqual([works, works, works]);

  const source = join(folder, 'electron/cli/index.ts');
  appendFileSync(source, "\nprocess.stdout.write('changed ');\n");
  expect(await Promise.all([run(), run()])).toEqual(
    Array(2).fill({ ...works, stdout: `changed ${works.stdout}` }),
  );
  const stamp = join(folder, 'out/main/.built-from');
  const before = readFileSync(stamp, 'utf8');
  await run();
  expect(readFileSync(stamp, 'utf8')).toBe(before);
  rmSync(join(folder, 'electron/contract/unused.ts'));
  await run();
  expect(readFileSync(stamp, 'utf8')).not.toBe(before);
});

test('a build that fails says why, and leaves what there was', async () => {
  const { folder, run } = checkout();
  expect(await run()).toEqual(works);
  writeFileSync(join(folder, 'electron/contract/word.ts'), 'export const word = ;\n');
  const { code, stdout, stderr } = await run();
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('The build failed');
  expect(stderr).toContain('word.ts');
  expect(existsSync(join(folder, 'out/main/cli.js'))).toBe(true);
});

test('the page is built for who looks at it, and not again when only the command line has changed', async () => {
  const { folder, run } = checkout();
  const page = join(folder, 'out/renderer/index.html');
  mkdirSync(join(folder, 'renderer/app/fonts'), { recursive: true });
  writeFileSync(join(folder, 'renderer/app/fonts/fonts.json'), '[]');
  writeFileSync(join(folder, 'renderer/main.ts'), "document.title = 'first';\n");
  writeFileSync(
    join(folder, 'renderer/index.html'),
    '<!doctype html><script type="module" src="./main.ts"></script>',
  );
  mkdirSync(join(folder, 'renderer/form'));
  writeFileSync(join(folder, 'renderer/form/index.html'), '<!doctype html><!--style--><!--script-->');
  writeFileSync(join(folder, 'renderer/form/form.css'), 'body { margin: 0 }');
  writeFileSync(join(folder, 'renderer/form/main.ts'), "import './form.css';\ndocument.title = 'form';\n");
  expect(await run()).toEqual(works);
  expect(existsSync(page)).toBe(false);

  const opened = { code: 0, stdout: 'ran open\n', stderr: '' };
  expect(await run('open')).toEqual(opened);
  expect(existsSync(page)).toBe(true);
  expect(JSON.parse(readFileSync(join(folder, 'out/licences.json'), 'utf8')).results).toContainEqual(
    expect.objectContaining({ name: 'fastify', licence: 'MIT', text: expect.stringContaining('Copyright') }),
  );
  const builtAt = statSync(page).mtimeMs;
  appendFileSync(join(folder, 'electron/cli/index.ts'), "\nprocess.stdout.write('changed ');\n");
  expect(await run('open')).toEqual({ ...opened, stdout: `changed ${opened.stdout}` });
  expect(statSync(page).mtimeMs).toBe(builtAt);
  appendFileSync(join(folder, 'renderer/main.ts'), "document.title = 'second';\n");
  await run('open');
  expect(statSync(page).mtimeMs).not.toBe(builtAt);
});

test('an installed package has no sources and builds nothing', async () => {
  const { folder, run } = checkout();
  expect(await run()).toEqual(works);
  rmSync(join(folder, 'electron.vite.config.ts'));
  appendFileSync(join(folder, 'electron/cli/index.ts'), 'this is not built');
  expect(await run()).toEqual(works);
});
