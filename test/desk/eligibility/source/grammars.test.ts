import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import type { Evidence } from '#contract/eligibility.ts';
import { scanSource } from '#desk/eligibility/collect-files.ts';
import { grammarOf, loadGrammars } from '#desk/eligibility/source/syntax/grammar-files.ts';
import { languages } from '#desk/eligibility/source/syntax/grammars.ts';
import { createModelReader, readModels } from '#desk/eligibility/source/syntax/read.ts';
import { filesIn, placesOf } from '#test/support/collecting.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

beforeAll(() => loadGrammars());

const withGrammar = Object.keys(languages).filter((name) => languages[name]?.grammar !== undefined);

const trapping = `
  const { grammarOf, loadGrammars } = await import('#desk/eligibility/source/syntax/grammar-files.ts');
  const { readModels } = await import('#desk/eligibility/source/syntax/read.ts');
  await loadGrammars();
  const read = (path, text) => {
    const [model] = readModels(path, text);
    return [model.source, model.all('text').map(({ value }) => value)];
  };
  const lua = ['a.lua', 'local a = "/rules/" .. id .. "/alerts"'];
  const before = read(...lua);
  grammarOf('lua').parser.parse = () => {
    throw new WebAssembly.RuntimeError('memory access out of bounds');
  };
  console.log(JSON.stringify([before, read(...lua), read('a.js', 'f("/rules/" + id + "/alerts")')]));
`;

describe('Grammars', () => {
  it.each(withGrammar)('of %s have queries that fit', (language) => {
    const grammar = grammarOf(language);
    expect(grammar?.query.patternCount()).toBeGreaterThan(0);
  });

  it('have every function that they call: a shell’s letters in a pattern cost no other file its grammar', () => {
    const shell = `case "$1" in\n  \${{ vars.MONTH_END }}) echo a ;;\nesac\n`;
    expect(readModels('a.sh', shell).map(({ source }) => source)).toContain('syntax-tree');
    expect(readModels('a.js', 'f(1)').map(({ source }) => source)).toEqual(['syntax-tree']);
  });

  it('give up a text that nests too deeply, or takes too long, and tokens read it', () => {
    for (const piece of ['([{', '/[', "a.b('x') + '/rules/' + c + "]) {
      const models = readModels('a.js', piece.repeat(20_000));
      expect(models.map(({ source }) => source)).toEqual(['tokens']);
    }
    expect(readModels('a.js', 'get("/rules")').map(({ source }) => source)).toEqual(['syntax-tree']);
  });

  it('that trap in one text leave it and the others to tokens, and nothing is lost', () => {
    // In a process of its own: what a trap leaves behind is for the whole process.
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', trapping], {
      cwd: packageRoot(),
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toEqual([
      ['syntax-tree', ['/rules/', '/alerts']],
      ['tokens', ['/rules/', '/alerts']],
      ['tokens', ['/rules/', '/alerts']],
    ]);
  });

  it('read a file once for what it defines and what it uses', () => {
    const reader = createModelReader();
    const text = 'const PATH = "/rules";';
    const kept = reader.keep('a.js', text);
    expect(reader.keep('a.js', text)).toBe(kept);
    expect(reader.take('a.js', 'const OTHER = 1;')).not.toBe(kept);
    expect(reader.take('a.js', text)).toBe(kept);
    expect(reader.take('a.js', text)).not.toBe(kept);
  });
});

const code = 'export const poll = (id) => fetchAll("/rules/" + id + "/alerts");\n';
const scanWith = (queries: Record<string, string>): Promise<Evidence> =>
  scanSource({
    path: filesIn({ 'src/poll.js': code }),
    dataDir: filesIn(queries, temporaryFolder()),
    signal: new AbortController().signal,
    progress: () => {},
    newId: () => randomUUID(),
  });

describe('Queries in the data folder', () => {
  it('stand before those of the program', async () => {
    expect(placesOf(await scanWith({}))).toEqual(['alerts-call src/poll.js:1']);
    const evidence = await scanWith({
      'recognizers/javascript/own.scm': '(call_expression function: (identifier) @name) @skip\n',
    });
    // What they take out is not found, and left for a person.
    expect(placesOf(evidence)).toEqual([]);
    expect(evidence.mentions?.reviewCounts).toEqual([{ subject: 'alerts-endpoints', count: 1 }]);
  });

  it('that do not fit stop the scan, with the file and why', async () => {
    await expect(scanWith({ 'recognizers/javascript/own.scm': '(no_such_node) @text\n' })).rejects.toThrow(
      /recognizers.javascript.own\.scm.*no query for javascript/,
    );
  });
});
