import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { loadGrammars } from '#desk/eligibility/source/syntax/grammar-files.ts';
import { readModels } from '#desk/eligibility/source/syntax/read.ts';

beforeAll(() => loadGrammars());

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
  it('give up a text that nests too deeply, or takes too long, and tokens read it', () => {
    for (const piece of ['([{', '/[', "a.b('x') + '/rules/' + c + "]) {
      const models = readModels('a.js', piece.repeat(8000));
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
});
