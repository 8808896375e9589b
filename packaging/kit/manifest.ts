import { kitDependencies } from './vite.config.ts';

/** Of the repository's own manifest. */
interface RootManifest {
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const entry = (name: string) => ({ types: `./out/kit/${name}.d.ts`, default: `./out/kit/${name}.js` });

/** What people read beside it: the guide, and what it leads to. */
const pages = [
  'guides/test-kit',
  'reference/control-api',
  'reference/errors',
  'reference/fidelity',
  'reference/kit-commands',
  'reference/rules/states',
];

/** What the package says of itself once it is installed: no Electron, no desk, and no step of building. */
export const kitManifest = ({ version, license, dependencies }: RootManifest): object => ({
  name: 'carryover',
  version,
  description: "A local copy of the service for an integrator's own tests.",
  license,
  type: 'module',
  engines: { node: '>=24' },
  bin: { carryover: 'out/kit/cli.js' },
  exports: {
    './testing': entry('testing'),
    './testing/vitest': entry('vitest'),
    './events': entry('events'),
    './package.json': './package.json',
  },
  files: [
    'out/kit/**/*.js',
    'out/kit/**/*.d.ts',
    'out/kit/THIRD-PARTY-LICENCES.txt',
    'resources/integrations.json',
    'resources/scenarios/*.json',
    // What consumers in other languages work with: schemas, vectors, requests.
    'docs/reference/**/*.json',
    'docs/reference/carryover.http',
    ...pages.map((page) => `docs/${page}.md`),
  ],
  // Only who uses the fixture has it.
  peerDependencies: { vitest: '>=5' },
  peerDependenciesMeta: { vitest: { optional: true } },
  dependencies: Object.fromEntries(kitDependencies.map((name) => [name, dependencies[name]])),
});
