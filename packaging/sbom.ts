import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * `node packaging/sbom.ts [FILE]` writes what the app is made of as CycloneDX 1.5: what npm knows from the lockfile, cut
 * down to what ships. That is what `out/licences.json` names: dependencies, what is bundled into the page although it is
 * one for development, the typefaces, and Electron. Needs the build, and no network.
 */

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
}
interface Bom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}
interface Shipped {
  readonly results: readonly { readonly name: string; readonly version: string }[];
}

const root = join(import.meta.dirname, '..');
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const { name, version } = read('package.json') as { name: string; version: string };

/** Everything in the lockfile. @throws Error with npm's words */
const lockedBom = (): Bom => {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  // On Windows npm is a script.
  const options = {
    cwd: root,
    encoding: 'utf8' as const,
    maxBuffer: 2 ** 28,
    shell: process.platform === 'win32',
  };
  const { status, stdout, stderr, error } = spawnSync('npm', args, options);
  if (error !== undefined || status !== 0) throw new Error(`npm sbom failed: ${error?.message ?? stderr}`);
  return JSON.parse(stdout) as Bom;
};

const fontsFolder = 'renderer/app/fonts';

/** Typefaces are files of the repository, which npm does not know. */
const typefaces = () => {
  const fonts = read(`${fontsFolder}/fonts.json`) as Readonly<
    Record<'name' | 'version' | 'licence' | 'file', string>
  >[];
  return fonts.map(({ name, version, licence, file }) => ({
    type: 'file',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    hashes: [
      {
        alg: 'SHA-512',
        content: createHash('sha512')
          .update(readFileSync(join(root, fontsFolder, file)))
          .digest('hex'),
      },
    ],
    licenses: [{ license: { id: licence } }],
  }));
};

/** @throws Error naming what ships and is not in the lockfile */
const shippedBom = (bom: Bom): Bom => {
  const shipped = new Set(
    (read('out/licences.json') as Shipped).results.map((one) => `${one.name}@${one.version}`),
  );
  const packages = bom.components.filter((one) => shipped.has(`${one.name}@${one.version}`));
  // How npm came to a package says nothing about an app in which it is.
  const kept = [...packages.map((one) => ({ ...one, scope: 'required', properties: [] })), ...typefaces()];
  const found = new Set(kept.map((one) => `${one.name}@${one.version}`));
  const missing = [...shipped].filter((id) => !found.has(id));
  if (missing.length > 0) throw new Error(`The lockfile does not have what ships: ${missing.join(', ')}.`);
  const own = bom.metadata.component['bom-ref'];
  const refs = new Set([own, ...kept.map((one) => one['bom-ref'])]);
  return {
    ...bom,
    // npm calls it by its folder.
    metadata: { ...bom.metadata, component: { ...bom.metadata.component, name } },
    components: kept,
    dependencies: bom.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  };
};

const file = process.argv[2] ?? join(root, 'dist', `${name}-${version}.cdx.json`);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(shippedBom(lockedBom()), undefined, 2)}\n`);
