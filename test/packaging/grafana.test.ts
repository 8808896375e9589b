import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { testHost } from '#test/support/test-host.ts';

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number };
  readonly datasource?: { readonly uid: string };
  readonly targets?: readonly { readonly refId: string; readonly expr: string }[];
}
interface Dashboard {
  readonly schemaVersion: number;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string }[] };
}

const dashboard = JSON.parse(
  readFileSync(join(packageRoot(), 'packaging', 'grafana-dashboard.json'), 'utf8'),
) as Dashboard;
const shown = dashboard.panels.filter(({ type }) => type !== 'row');

test('the dashboard shows every metric that there is, and none that there is not', async () => {
  const { ready } = await testHost();
  const metrics = await (await fetch(`${ready.deskUrl}/metrics`)).text();
  const there = [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) =>
    type === 'histogram' ? `${name}_bucket` : name,
  );
  const named = shown.flatMap(({ targets = [] }) =>
    targets.flatMap(({ expr }) => expr.match(/\b(carryover|process|nodejs)_\w+/g) ?? []),
  );
  // Only Linux tells how many descriptors are open.
  if (process.platform !== 'linux') there.push('process_open_fds', 'process_max_fds');
  const sorted = (names: readonly (string | undefined)[]): unknown[] => [...new Set(names)].sort();
  expect(sorted(named)).toEqual(sorted(there));
});

test('its panels have what Grafana needs: an id of their own, a place of their own, a data source that is chosen', () => {
  expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(39);
  expect(dashboard.templating.list.map(({ name }) => name)).toEqual(['datasource', 'instance']);
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  for (const { datasource, targets = [], title } of shown) {
    expect(datasource?.uid, title).toBe(['$', '{datasource}'].join(''));
    expect(targets.length, title).toBeGreaterThan(0);
    for (const { expr } of targets) {
      expect(expr).toContain('{instance=~"$instance"}');
      expect(expr.split('(').length, expr).toBe(expr.split(')').length);
    }
  }
  const cells = dashboard.panels.flatMap(({ gridPos: { h, w, x, y } }) => {
    expect(x + w).toBeLessThanOrEqual(24);
    return Array.from({ length: h * w }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`);
  });
  expect(new Set(cells).size).toBe(cells.length);
});
