import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Evidence } from '#contract/eligibility.ts';
import { scanSource } from '#desk/eligibility/collect-files.ts';
import { grammarOf, loadGrammars } from '#desk/eligibility/source/syntax/grammar-files.ts';
import { languages } from '#desk/eligibility/source/syntax/grammars.ts';
import { createModelReader, readModels } from '#desk/eligibility/source/syntax/read.ts';
import { filesIn, placesOf } from '#test/support/collecting.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

beforeAll(() => loadGrammars());

const withGrammar = Object.keys(languages).filter((name) => languages[name]?.grammar !== undefined);

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
      /recognizers.javascript.own\.scm.*not a query for javascript/,
    );
  });
});
