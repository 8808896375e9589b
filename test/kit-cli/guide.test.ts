import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { compareCommand } from '#kit-cli/compare.ts';
import { execCommand } from '#kit-cli/exec.ts';
import { recordCommand } from '#kit-cli/record.ts';
import { serveCommand } from '#kit-cli/serve.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** What the guide of the test kit shows is what happens. */

const run = promisify(execFile);
const guide = readFileSync(join(packageRoot(), 'docs', 'guides', 'test-kit.md'), 'utf8');
const kit = join(packageRoot(), 'out', 'kit');
const blocks = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, block]) => block as string,
  );

test('the example in TypeScript counts the attempts that the guide says', async () => {
  const [example = '', ...others] = blocks('ts');
  expect(others).toEqual([]);
  const file = join(temporaryFolder(), 'retry.mts');
  writeFileSync(file, example.replace('carryover/testing', join(kit, 'testing.js')));
  expect((await run(process.execPath, [file])).stdout).toBe('8 8\n');
});

test('so does the one in Python, run by `exec`', async () => {
  const [example = '', ...others] = blocks('py');
  expect(others).toEqual([]);
  const args = ['exec', '--clock', 'skipping', '--', 'python3', '-c', example];
  expect((await run(process.execPath, [join(kit, 'cli.js'), ...args])).stdout).toBe('8\n');
});

test('every command line has the options that it names', () => {
  const commands: Readonly<Record<string, Command>> = {
    exec: execCommand(),
    serve: serveCommand(),
    record: recordCommand(),
    compare: compareCommand(),
  };
  const lines = blocks('sh')
    .flatMap((block) => block.split('\n'))
    .flatMap((line) => /^npx carryover (\w+) (.*?)(?: -- .*)?$/.exec(line) ?? []);
  expect(lines.length).toBe(7 * 3);
  for (let at = 0; at < lines.length; at += 3) {
    const known = commands[lines[at + 1] as string]?.options.map(({ long }) => long);
    expect(known, lines[at]).toEqual(expect.arrayContaining(lines[at + 2]?.match(/--[\w-]+/g) ?? []));
  }
});
