import { readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import type { Configuration } from 'electron-builder';
import languages from './electron/desk/eligibility/source/syntax/grammars.json' with { type: 'json' };
import fonts from './electron/desk/reports/formats/pdf/typesetter/fonts.json' with { type: 'json' };
import { bundledIntoMain } from './packaging/bundled.ts';
import leftOut from './packaging/left-out.json' with { type: 'json' };
import { canNotarize, leftUndone, refuseUnsignedUpdates, updateUrl } from './packaging/signing.ts';

/** `npm run dist`: what is packed for which platform, and how. */

const { env } = process;
const updates = updateUrl(env);

/** What the last build made; chunks of the one before may still lie beside them. */
const builtFiles = (): string[] =>
  ['main', 'renderer'].flatMap((part) => {
    const stamp = join(import.meta.dirname, 'out', part, '.built-from');
    const { files } = JSON.parse(readFileSync(stamp, 'utf8')) as { files: string[] };
    return files.map((file) => `out/${file.replaceAll(sep, '/')}`);
  });

/** Of the grammars, those that a language is read by. */
const grammars = new Set(
  Object.values(languages as Record<string, { grammar?: string }>).flatMap(({ grammar = [] }) => grammar),
);

/** Of the packages of fonts, the files that pages of PDFs are set in. */
const fontFiles = fonts.flatMap(({ files: some }) => some.map((file) => basename(file))).join('|');

/** Only what runs: of our own the built files, of packages what Node loads. */
const files = [
  ...builtFiles(),
  'out/licences.json',
  'resources/**',
  '!resources/icons/**',
  // The icon of a window under Linux.
  'resources/icons/512x512.png',
  '!out/**/.*',
  '!**/*.{map,ts,mts,cts,tsx,tsbuildinfo,md,markdown,flow}',
  ...['test', 'tests', '__tests__', 'spec', 'integration', 'e2e', 'fixture', 'fixtures', 'coverage']
    .concat(['bench', 'benchmark', 'benchmarks', 'example', 'examples', 'doc', 'docs'])
    .map((folder) => `!**/node_modules/{*,@*/*}/${folder}/**`),
  '!**/node_modules/**/.*',
  ...['*.{yml,yaml,sh,bnf}', 'llms*.txt', 'SECURITY.txt', 'Makefile']
    .concat(['tsconfig*.json', '{eslint,playwright,vitest}.config.*'])
    .map((file) => `!**/node_modules/{*,@*/*}/${file}`),
  '!**/node_modules/.bin/**',
  ...[...leftOut, ...bundledIntoMain].map((name) => `!**/node_modules/${name}/**`),
  `!node_modules/tree-sitter-wasms/out/!(${[...grammars].map((name) => `tree-sitter-${name}`).join('|')}).wasm`,
  '!node_modules/web-tree-sitter/{debug,lib,src}/**',
  '!node_modules/web-tree-sitter/tree-sitter.cjs',
  '!node_modules/luxon/src/**',
  `!node_modules/@embedpdf/fonts-*/fonts/!(${fontFiles})`,
  '!node_modules/@embedpdf/fonts-*/dist/**',
  `!node_modules/@expo-google-fonts/noto-sans-mono/*/!(${fontFiles})`,
  '!node_modules/@expo-google-fonts/noto-sans-mono/*.{js,png}',
  // What is bundled of it is in the built files.
  '!node_modules/zrender/{build,dist,lib,src,node_modules}/**',
  '!node_modules/better-sqlite3/{deps,src}/**',
  '!node_modules/better-sqlite3/binding.gyp',
  // Entries of the package for one platform each; the one that is used looks for itself.
  '!node_modules/better-sqlite3/lib/{darwin,linux,linuxmusl,win32}-*.js',
];

/**
 * With the one of the eight modules of SQLite that the target loads, and its part of Typst. Each platform has the whole list: one that has only
 * a filter of its own would take in all of the folder.
 */
const filesFor = (platform: NodeJS.Platform): string[] => [
  ...files,
  `!node_modules/better-sqlite3/prebuilds/!(${platform}-\${arch}).node`,
  `!node_modules/@myriaddreamin/!(typst-ts-node-compiler|typst-ts-node-compiler-${platform}-\${arch}*)/**`,
];

/** Several architectures of a platform are packed in one go. */
const told = new Set<string>();

const config: Configuration = {
  appId: 'dev.carryover.desktop',
  productName: 'Carryover',
  copyright: 'Copyright © 2026 The Carryover authors',
  directories: { output: 'dist', buildResources: 'resources/icons' },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: filled in for each file that is made
  artifactName: '${name}-${version}-${os}-${arch}.${ext}',
  // Nothing else is unpacked: what lies in the archive is covered by its integrity check.
  asar: { smartUnpack: false },
  asarUnpack: ['node_modules/better-sqlite3/prebuilds/*.node', 'node_modules/@myriaddreamin/*/*.node'],
  npmRebuild: false,
  electronLanguages: ['en', 'en-US'],
  extraMetadata: {
    homepage: 'https://carryover.example',
    ...(updates === undefined ? {} : { updateUrl: updates }),
  },
  publish: updates === undefined ? null : { provider: 'generic', url: updates },
  electronFuses: {
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    grantFileProtocolExtraPrivileges: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    // The app keeps no cookies, and macOS would ask for the keychain at each start.
    enableCookieEncryption: false,
    resetAdHocDarwinSignature: true,
  },
  fileAssociations: [
    {
      ext: 'carryover',
      name: 'Carryover case',
      description: 'A migration case, with its audit chain',
      mimeType: 'application/vnd.carryover.case+json',
      role: 'Editor',
    },
  ],
  protocols: [{ name: 'Carryover', schemes: ['carryover'], role: 'Viewer' }],
  linux: {
    target: ['AppImage', 'deb'],
    executableName: 'carryover',
    category: 'Development',
    synopsis: 'Moves webhooks and OAuth tokens to the service',
    maintainer: 'The Carryover authors <maintainers@carryover.example>',
    icon: 'resources/icons',
    files: filesFor('linux'),
  },
  mac: {
    target: [
      { target: 'dmg', arch: ['x64', 'arm64'] },
      // What the updater reads: it can't read a dmg.
      { target: 'zip', arch: ['x64', 'arm64'] },
    ],
    category: 'public.app-category.developer-tools',
    icon: 'resources/icons/icon.icns',
    hardenedRuntime: true,
    // V8 compiles at run time, in every process, and needs `allow-jit` for it: nothing else. Executable memory that is not
    // marked as such has not been needed since Electron 12. Libraries have to be signed by us or by Apple, as SQLite's
    // module is with the app; nothing is injected by the environment, and neither camera nor microphone is asked for.
    entitlements: 'packaging/entitlements.mac.plist',
    entitlementsInherit: 'packaging/entitlements.mac.plist',
    notarize: canNotarize(env),
    files: filesFor('darwin'),
  },
  win: { target: ['nsis'], icon: 'resources/icons/icon.ico', files: filesFor('win32') },
  nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
  beforePack: ({ electronPlatformName }) => {
    if (told.has(electronPlatformName)) return;
    told.add(electronPlatformName);
    refuseUnsignedUpdates(electronPlatformName, env);
    for (const line of leftUndone(electronPlatformName, env)) process.stdout.write(`  ! ${line}\n`);
  },
};

export default config;
