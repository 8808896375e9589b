import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '#base/package-root.ts';
import { textOf } from './pages.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}
interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      { readonly strategy: { readonly matrix: { readonly os: string[] } }; readonly steps: Step[] }
    >
  >;
}

const workflows = (): Workflow[] =>
  globSync('.github/workflows/*.yml', { cwd: packageRoot() }).map((path) => parse(textOf(path)) as Workflow);
const jobs = workflows().flatMap(({ jobs }) => Object.values(jobs));

test('the workflows run .ci/run, the tests of Electron and npm run dist on three platforms', () => {
  const commands = jobs.flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? [])).join('\n');
  for (const command of ['.ci/run', 'vitest run test/desktop', 'npm run dist'])
    expect(commands).toContain(command);
  for (const { strategy } of jobs) {
    expect(strategy.matrix.os.map((os) => os.replace(/-.*/, ''))).toEqual(['ubuntu', 'macos', 'windows']);
  }
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  for (const [, script] of commands.matchAll(/npm run (?:-s )?(\w+)/g))
    expect(Object.keys(scripts)).toContain(script);
});

test('every action is pinned to a version', () => {
  const actions = jobs.flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
});

test('every issue template is valid, and its fields have labels', () => {
  const templates = globSync('.github/ISSUE_TEMPLATE/[!c]*.yml', { cwd: packageRoot() });
  expect(templates.length).toBeGreaterThan(0);
  for (const path of templates) {
    const { name, description, body } = parse(textOf(path)) as {
      name: string;
      description: string;
      body: { type: string; attributes: { label?: string } }[];
    };
    expect([name, description]).toEqual([expect.any(String), expect.any(String)]);
    const unlabelled = body.filter(({ type, attributes }) => type !== 'markdown' && !attributes.label);
    expect(unlabelled).toEqual([]);
  }
});
