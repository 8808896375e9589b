import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { createKitProgram } from '#kit-cli/index.ts';
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
  // The one with vitest's fixture is for a suite: such suites are run from the package (test/packaging/kit.test.ts).
  const [example = '', ...others] = blocks('ts').filter(
    (block) => !block.includes('carryover/testing/vitest'),
  );
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

test('every command line has the options that it names', async () => {
  const program = await createKitProgram();
  const lines = blocks('sh')
    .flatMap((block) => block.split('\n'))
    .flatMap((line) => /^npx carryover (.*?)(?: -- .*)?$/.exec(line)?.[1] ?? []);
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines) {
    let command: Command = program;
    for (const word of line.split(' ')) {
      command = command.commands.find((one) => one.name() === word) ?? command;
    }
    expect(command, line).not.toBe(program);
    const known = command.options.map(({ long }) => long);
    expect(known, line).toEqual(expect.arrayContaining(line.match(/--[\w-]+/g) ?? []));
  }
});
