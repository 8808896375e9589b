/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: of the code that is read */
import { assert, constantFrom, array as listOf, property } from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { prepareInspection } from '#desk/eligibility/source/inspect.ts';
import { inspectKeys } from '#desk/eligibility/source/recognizers/keys.ts';
import { outlineOf } from '#desk/eligibility/source/syntax/outline.ts';
import { readModels } from '#desk/eligibility/source/syntax/read.ts';

beforeAll(() => prepareInspection());

/** Statements of a function that hold a brace which is none. */
const statements: Readonly<Record<string, readonly string[]>> = {
  ts: [
    "f('{');",
    'f("\\"}");',
    '// it is {',
    '/* } */',
    'f(`a ${g({ b: `}` })} {`);',
    'f(/[{/"]+\\/}/g);',
    'a = b / c / d;',
  ],
  go: ['f("{")', 'f(`}` + "`")', "f('{')", '// {', 'a := b / c'],
  java: ['f("{");', "f('}');", "f('\\'');", '/* " */', 'a = b / c;'],
  cs: ['F("{");', 'F(@"\\{""");', 'F($"{a}{b}");', "F('}');", '// "'],
  c: ['f("{");', "f('}');", '/* { */', 'a = b / *c;'],
};
const languageOf: Readonly<Record<string, string>> = {
  ts: 'typescript',
  go: 'go',
  java: 'java',
  cs: 'csharp',
  c: 'c',
};
const functionOf = (name: string, body: readonly string[], keyword = 'void'): string =>
  `${keyword} ${name}() {\n${body.join('\n')}\n${'// filled up to a length that is worth leaving out\n'.repeat(6)}}\n`;

for (const [extension, lines] of Object.entries(statements))
  test(`leaves out the blocks of ${extension} that are far from a place, and nothing else`, () => {
    const bodies = listOf(listOf(constantFrom(...lines), { maxLength: 6 }), { minLength: 30, maxLength: 40 });
    void assert(
      property(bodies, (all) => {
        const functions = all.map((body, index) => functionOf(`f${index}`, body));
        const text = functions.join('');
        const middle = text.indexOf('void f15(');
        const outline = outlineOf(text, languageOf[extension] as string, [middle]);
        expect(outline).toBeDefined();
        const kept = outline?.kept.map(({ from, to }) => text.slice(from, to)).join('') ?? '';
        expect(kept).toContain(functions[15]);
        expect(kept).toMatch(/^void f0\(\) \{\}\nvoid f1\(\) \{\}\n/);
        for (const index of functions.keys()) expect(kept).toContain(`void f${index}() {`);
        expect(kept.match(/\}\n/g)?.length).toBeGreaterThanOrEqual(functions.length);
      }),
      { numRuns: 20 },
    );
  });

describe('reads the whole text in doubt', () => {
  const far = functionOf('far', []).repeat(40);
  const doubtful: readonly (readonly [string, string])[] = [
    ['typescript', "f('it goes on\n');"],
    ['typescript', 'const a = b ? { c } / d : 0;\nf({);'],
    ['typescript', '} / "{'],
    ['typescript', 'f(`never closed);'],
    ['typescript', '/* never closed'],
    ['java', 'String a = """\n{\n""";'],
    ['cpp', "int a = 1'000;"],
    ['go', 'f(`never closed)'],
    ['python', 'def f(): pass'],
  ];
  for (const [language, text] of doubtful)
    test(`${language}: ${text.split('\n')[0]}`, () => {
      expect(outlineOf(`${text}\n${far}`, language, [0])).toBeUndefined();
    });
});

describe('changes nothing of what is found', () => {
  const files: readonly (readonly [string, string])[] = [
    [
      'src/hook.ts',
      'export function onHook(req: Request) {\n  if (req.headers.authorization !== secret) return reply(401);\n  return run(req.body.RuleId);\n}\n',
    ],
    [
      'src/login.ts',
      'export function login(req: Request) {\n  return userFromToken(req.headers.authorization);\n}\n',
    ],
    ['src/headers.ts', "const HOOK_CLIENT = 'x-service-clientid';\n"],
    [
      'Hooks/Hook.cs',
      'class HookController {\n  void Post() {\n    Response.Headers["Retry-After"] = "5";\n  }\n}\n',
    ],
    [
      'hook.go',
      'func hook(w http.ResponseWriter, r *http.Request) {\n\tw.Header().Set("Retry-After", "5")\n\t_ = r.Header.Get("Authorization")\n}\n',
    ],
  ];
  for (const [path, text] of files)
    test(path, () => {
      const keyword = /\.ts$/.test(path) ? 'function' : /\.go$/.test(path) ? 'func' : 'void';
      const far = Array.from({ length: 40 }, (_, index) => functionOf(`far${index}`, [], keyword));
      const use = functionOf('last', ['run(req.headers[HOOK_CLIENT]);'], keyword);
      const whole = `${text}${far.join('')}${use}`;
      const read = (places: boolean) =>
        inspectKeys(path, whole, (file, region, language, at) =>
          readModels(file, region, language, places ? at : undefined),
        );
      expect(read(true)).toEqual(read(false));
      expect(read(true).uses.length + read(true).explanations.length).toBeGreaterThan(0);
    });
});
