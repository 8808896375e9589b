import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** Files with one import each, by path; answers which of them the checker refuses, and by which rule. */
const refusals = (files: Record<string, string>): Record<string, string> => {
  const folder = temporaryFolder();
  for (const name of ['biome.json', 'package.json'])
    copyFileSync(join(packageRoot(), name), join(folder, name));
  for (const [path, from] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), `import { it } from '${from}';\n\nexport const out = it;\n`);
  }
  const biome = join(packageRoot(), 'node_modules/.bin/biome');
  const options = ['lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', '.'];
  const result = spawnSync(biome, options, { cwd: folder, encoding: 'utf8' });
  const report = JSON.parse(result.stdout) as {
    diagnostics: { category: string; location: { path: string } }[];
  };
  expect(result.status).toBe(report.diagnostics.length === 0 ? 0 : 1);
  return Object.fromEntries(report.diagnostics.map(({ category, location }) => [location.path, category]));
};

const layer = 'lint/style/noRestrictedImports';

/** One for each kind of violation: where, and what it imports. */
const forbidden: [string, string][] = [
  ['electron/contract/a.ts', '#base/clock.ts'],
  ['electron/base/b.ts', '#service/store/store.ts'],
  ['electron/base/c.ts', '#desk/index.ts'],
  ['electron/service/core/d.ts', '#service/store/store.ts'],
  ['electron/service/store/d.ts', '#service/scheduler/scheduler.ts'],
  ['electron/service/scheduler/e.ts', '#service/outbound/outbound.ts'],
  ['electron/service/outbound/f.ts', '#service/webhooks/webhooks.ts'],
  ['electron/service/platform/g.ts', '#service/webhooks/webhooks.ts'],
  ['electron/service/webhooks/h.ts', '#service/legacy/legacy.ts'],
  ['electron/service/legacy/i.ts', '#service/platform/platform.ts'],
  ['electron/service/legacy/j.ts', '#service/api/index.ts'],
  ['electron/service/sandbox/k.ts', '#service/api/index.ts'],
  ['electron/service/api/l.ts', '#host/index.ts'],
  ['electron/service/api/m.ts', 'kysely'],
  ['electron/service/webhooks/n.ts', 'better-sqlite3'],
  ['electron/fidelity/n.ts', '#desk/targets/targets.ts'],
  ['electron/fidelity/o.ts', '#cli/output.ts'],
  ['electron/desk/api/o.ts', '#service/index.ts'],
  ['electron/desk/index.ts', '#service/index.ts'],
  ['electron/desk/tokens/p.ts', '#desk/cutover/plan.ts'],
  ['electron/desk/cases/q.ts', '#desk/reports/report.ts'],
  ['electron/desk/sample/q.ts', '#desk/api/server.ts'],
  ['electron/desk/jobs/q.ts', '#desk/cases/cases.ts'],
  ['electron/desk/targets/q.ts', '#desk/cases/cases.ts'],
  ['electron/desk/eligibility/q.ts', '#desk/endpoints/headers/headers.ts'],
  ['electron/desk/endpoints/q.ts', 'better-sqlite3'],
  ['electron/host/r.ts', '#service/store/store.ts'],
  ['electron/host/s.ts', '#desk/api/server.ts'],
  ['electron/cli/t.ts', '#service/index.ts'],
  ['electron/cli/u.ts', '#desk/index.ts'],
  ['electron/main/v.ts', '#host/index.ts'],
  ['electron/preload/w.ts', '#base/clock.ts'],
  ['electron/service/platform/x.ts', 'electron'],
  ['electron/service/platform/y.ts', '../webhooks/webhooks.ts'],
  ['electron/service/platform/deep/z.ts', './up/../../z.ts'],
  ['renderer/app/a.ts', '#base/clock.ts'],
  ['test/service/a.test.ts', '../support/a.ts'],
];

const allowed: [string, string][] = [
  ['electron/base/ok.ts', '#contract/errors.ts'],
  ['electron/service/store/ok.ts', 'kysely'],
  ['electron/service/scheduler/ok.ts', '#service/core/context.ts'],
  ['electron/service/platform/ok.ts', '#service/scheduler/source.ts'],
  ['electron/service/sandbox/ok.ts', '#service/legacy/legacy.ts'],
  ['electron/service/api/ok.ts', '#service/sandbox/sandbox.ts'],
  ['electron/service/index.ts', '#service/api/index.ts'],
  ['electron/desk/api/ok.ts', '#desk/reports/report.ts'],
  ['electron/desk/targets/ok.ts', '#desk/store/store.ts'],
  ['electron/desk/targets/ok2.ts', '#fidelity/observe.ts'],
  ['electron/desk/eligibility/ok.ts', '#desk/jobs/jobs.ts'],
  ['electron/host/ok.ts', '#service/index.ts'],
  ['electron/cli/ok.ts', '#host/index.ts'],
  ['electron/main/ok.ts', 'electron'],
  ['test/ok.ts', '#service/store/store.ts'],
];

test('imports upwards and sideways, by ../ and of SQL outside the stores are refused; others are not', () => {
  const found = refusals(Object.fromEntries([...forbidden, ...allowed]));
  expect(found).toEqual(Object.fromEntries(forbidden.map(([path]) => [path, layer])));
});

test('a circle of imports is refused, one of types alone too', () => {
  const found = refusals({
    'electron/base/one.ts': '#base/two.ts',
    'electron/base/two.ts': './three.ts',
    'electron/base/three.ts': '#base/one.ts',
    'electron/base/four.ts': '#base/one.ts',
  });
  const cycle = 'lint/suspicious/noImportCycles';
  expect(found).toEqual({
    'electron/base/one.ts': cycle,
    'electron/base/two.ts': cycle,
    'electron/base/three.ts': cycle,
  });
});
