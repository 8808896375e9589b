import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { escapedJson, harmless, oneLine } from '#base/terminal-text.ts';
import { formatProgress } from '#cli/follow-job.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { runRaw } from '#test/support/cli-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** What a terminal obeys, or what hides or turns round what stands there. */
const obeyed = /[^\P{Cc}\n\t]|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

const attacks = [
  '\u001b[31mred\u001b[0m',
  '\u001b[2J\u001b[H',
  '\u001b]0;title\u0007',
  '\u001b]8;;http://evil.example\u001b\\link',
  '\u001b]52;c;ZXZpbA==\u0007',
  '\u009b31m',
  '\u0090q\u009c',
  'good\rbad',
  '\b\b\b',
  '\u007f',
  '\u202egnp.exe\u202c',
  '\u2066x\u2069',
  '\u200bhidden',
  '\u2028line',
  '\ufdd0abc31\ufdd1',
  '\u0000',
];
const planted = attacks.join('~');
const family = '👩‍👩‍👧‍👦 🏴‍☠️ 👩🏽‍🚀 🏴󠁧󠁢󠁥󠁮󠁧󠁿';

const hostile = fc
  .array(fc.oneof(fc.constantFrom(...attacks), fc.string({ unit: anyCharacter }), fc.constant('\n')))
  .map((parts) => parts.join(''));

test('no text at all holds what a terminal obeys once it is cleaned; plain text stays as it is', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(harmless(text)).not.toMatch(obeyed);
      expect(oneLine(text)).not.toMatch(/[\p{Cc}\u2028-\u202e\u2066-\u2069\u200b]/u);
      expect(formatProgress({ done: 0, unit: 'files', text })).not.toMatch(/\p{Cc}/u);
    }),
  );
  for (const text of [family, 'नमस्‍ते', 'می‌خواهم', 'Zürich 東京 ✓']) {
    expect(harmless(text)).toBe(text);
    expect(oneLine(text)).toBe(text);
  }
  expect(harmless('a\u200db')).toBe('a\ufffdb');
});

test('JSON for a terminal is the very same data, and holds nothing that it obeys', () => {
  fc.assert(
    fc.property(fc.dictionary(hostile, fc.oneof(hostile, fc.jsonValue())), (data) => {
      const text = escapedJson(JSON.stringify(data));
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(data)));
      expect(text).not.toMatch(/[\p{Cc}\u2028-\u202e\u2066-\u2069\u200b]/u);
    }),
  );
  expect(escapedJson(JSON.stringify(family))).toBe(JSON.stringify(family));
});

test('only our own colours are colours: nothing in data becomes one, with colours switched on', () => {
  const script = `
    const { colors, painted, unpainted } = await import('#cli/colors.ts');
    const data = JSON.parse(process.argv[1]);
    console.log(JSON.stringify([painted(colors.red(data)), unpainted(colors.red(data))]));`;
  const root = packageRoot();
  const args = ['--input-type=module', '-e', script, JSON.stringify(planted)];
  const env = { ...process.env, FORCE_COLOR: '1', NO_COLOR: undefined, NODE_OPTIONS: '' };
  const [red, plain] = JSON.parse(execFileSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' }));
  expect(red.startsWith('\u001b[31m') && red.endsWith('\u001b[39m')).toBe(true);
  expect(red.slice(5, -5)).toBe(plain);
  expect(plain).not.toMatch(obeyed);
});

test('whatever a case holds, no command passes it on to the terminal, and --json gives it as it is', async () => {
  const data = temporaryFolder();
  const at = ['--data', data];
  const run = async (...args: string[]) => {
    // The progress of a check moves the cursor itself, on a terminal.
    const ended = await runRaw([...args, ...at], args[0] !== 'check');
    expect(ended.stdout + ended.stderr, args.join(' ')).not.toMatch(obeyed);
    return ended;
  };
  expect((await run('case', 'new', 'acme', '--integrator', `Acme ${family} \u202eevil`)).code).toBe(0);
  const note = `${planted} ${family}\nsecond line`;
  expect((await run('case', 'note', 'acme', note)).code).toBe(0);
  const steps = ['answer', 'acme', 'auth-header-portal', 'absent', '--by', `Jo\u202e`, '--note', planted];
  expect((await run('case', ...steps)).code).toBe(0);
  const shown = await run('case', 'show', 'acme');
  expect(shown.stdout).toContain('second line');
  expect(shown.stdout).toContain(family);
  for (const args of [
    ['case', 'list'],
    ['verify', 'acme'],
    ['check', 'acme', '--source', data],
    ['request', 'draft', 'acme'],
    ['cutover', 'plan', 'acme', '--by', `Jo\u202e`],
    ['cutover', 'status', 'acme'],
  ]) {
    await run(...args);
  }
  const json = await run('case', 'show', 'acme', '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ notes: [{ text: note }] });
  expect(json.stdout).toContain(family);
  const exported = await run('case', 'export', 'acme');
  expect(JSON.stringify(JSON.parse(exported.stdout))).toContain(JSON.stringify(note).slice(1, -1));
});

test.each([
  ['an unknown command', [`bogus${planted}`]],
  ['an unknown option', ['case', 'list', `--x${planted}`]],
  ['a wrong number', ['serve', '--port', planted]],
  ['an unknown case', ['case', 'show', planted]],
  ['a file that is not there', ['allow-list', `/nowhere/${planted.replaceAll('\u0000', '')}`]],
  ['a file with a NUL in its name', ['allow-list', planted]],
])('%s is quoted without what the terminal obeys', async (_what, args) => {
  for (const extra of [[], ['--json']]) {
    const { code, stdout, stderr } = await runRaw([...args, ...extra, '--data', temporaryFolder()], true);
    expect(code).not.toBe(0);
    expect(stdout + stderr).not.toMatch(obeyed);
  }
});

test('the line that decides of a rule set is shown without what the terminal obeys', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'rules');
  writeFileSync(file, `server {\n  allow 4.159.114.108; # ${planted}\n  deny all;\n}\n`);
  const { stdout, stderr } = await runRaw(['allow-list', file, '--data', folder], true);
  expect(stdout).toContain('4.159.114.108');
  expect(stdout + stderr).not.toMatch(obeyed);
});
