import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot, packageVersion } from '#base/package-root.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const read = (path: string) => JSON.parse(readFileSync(join(packageRoot(), path), 'utf8'));

test('the bill of materials is CycloneDX, made offline, and names what ships and nothing else', () => {
  const file = join(temporaryFolder(), 'dist', 'carryover.cdx.json');
  const { status, stderr } = spawnSync(process.execPath, [join(packageRoot(), 'packaging/sbom.ts'), file], {
    encoding: 'utf8',
    env: { ...process.env, npm_config_offline: 'true', npm_config_registry: 'http://127.0.0.1:9/' },
  });
  expect([status, stderr.replaceAll(/^npm warn.*\n/gm, '')]).toEqual([0, '']);
  const bom = JSON.parse(readFileSync(file, 'utf8'));
  expect(bom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    metadata: {
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      component: { type: 'application', name: 'carryover', version: packageVersion() },
    },
  });
  const typefaces = ['Inter Variable', 'JetBrains Mono Variable'];
  for (const component of bom.components) {
    if (typefaces.includes(component.name)) {
      expect(component).toMatchObject({
        type: 'file',
        hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
        licenses: [{ license: { id: 'OFL-1.1' } }],
      });
      continue;
    }
    expect(component).toMatchObject({
      type: 'library',
      scope: 'required',
      purl: expect.stringMatching(/^pkg:npm\/(%40[^/@]+\/)?[^/@]+@\d/),
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    });
    expect(component.licenses.length).toBeGreaterThan(0);
  }
  const refs = bom.components.map((component: { 'bom-ref': string }) => component['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  const known = new Set([...refs, bom.metadata.component['bom-ref']]);
  for (const { ref, dependsOn } of bom.dependencies) {
    expect([ref, ...dependsOn].filter((one: string) => !known.has(one))).toEqual([]);
  }

  const ids = bom.components.map(
    ({ name, version }: { name: string; version: string }) => `${name}@${version}`,
  );
  const shipped = read('out/licences.json').results as { name: string; version: string }[];
  expect([...new Set(ids)].sort()).toEqual(shipped.map(({ name, version }) => `${name}@${version}`).sort());
  const names = bom.components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['react', '@mantine/core', 'electron', 'fastify', 'typebox', ...typefaces]),
  );
  for (const name of [
    'vitest',
    'electron-builder',
    ...Object.keys(read('package.json').optionalDependencies),
  ]) {
    expect(names).not.toContain(name);
  }
  expect(read('package.json').scripts.dist).toContain('packaging/sbom.ts');
});
