import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { plainBuiltins } from '#packaging/plain-builtins.ts';
import { startCliIn } from '#test/support/cli.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const built = (code: string): string => {
  const render = plainBuiltins().renderChunk as (code: string) => { code: string } | null;
  return render(code)?.code ?? code;
};

test('every form of an import gives what it names', async () => {
  const file = join(temporaryFolder(), 'built.mjs');
  const code = `import http, { Agent, request as ask } from "node:http";
import process from "node:process";
import * as util from "node:util";
import { inspect, promisify } from "node:util";
import { join } from "node:path";
export default [http.Agent === Agent, typeof ask, process.pid, util.inspect === inspect, promisify.name, join("a", "b")];
`;
  writeFileSync(file, built(code));
  const { default: taken } = await import(pathToFileURL(file).href);
  expect(taken).toEqual([true, 'function', process.pid, true, 'promisify', join('a', 'b')]);
  // Lines stay where the source map has them.
  expect(built(code).split('\n')).toHaveLength(code.split('\n').length);
  expect(built(code)).not.toMatch(/^import .*node:(?:http|process|util)/m);
  expect(built(code)).toContain('import { join } from "node:path";');
});

test('every chunk is rewritten, whatever came before it', () => {
  const one = 'import { request } from "node:http";';
  expect([built(one), built(one)]).toEqual(Array(2).fill(expect.stringContaining('getBuiltinModule')));
});

test("a command loads no HTTP client of Node's own", async () => {
  const file = join(temporaryFolder(), 'tell.mjs');
  writeFileSync(
    file,
    "process.on('exit', () => console.error(process.moduleLoadList.filter((name) => name.includes('undici'))));\n",
  );
  const run = startCliIn({ NODE_OPTIONS: `--import ${pathToFileURL(file).href}` }, '--version');
  expect(await run.ended).toMatchObject({ code: 0, stderr: '[]\n' });
});
