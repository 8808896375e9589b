import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import packageFile from './package.json' with { type: 'json' };
import { bundledIntoMain, listBundledPackages } from './packaging/bundled.ts';
import { chunksOf } from './packaging/chunks.ts';
import { formPage } from './packaging/form-page.ts';
import { helpPages } from './packaging/help/plugin.ts';
import { plainBuiltins } from './packaging/plain-builtins.ts';
import { plainRoutes } from './packaging/plain-routes.ts';

// electron-vite asks the installed electron for its version; nothing here needs electron itself to be built.
process.env.ELECTRON_MAJOR_VER ??= '45';

/** Screens have addresses of their own, some levels deep: electron-vite's relative assets would not be found there. */
const rootedAssets: Plugin = {
  name: 'rooted-assets',
  enforce: 'post',
  config: (config) => {
    config.base = '/';
  },
};

/** Entries by name, as the bundler knows them. */
const source = (path: string): string => resolve(import.meta.dirname, path).replaceAll('\\', '/');

const config = defineConfig({
  main: {
    plugins: [plainBuiltins(), plainRoutes()],
    build: {
      externalizeDeps: { exclude: bundledIntoMain },
      sourcemap: true,
      reportCompressedSize: false,
      rolldownOptions: {
        input: {
          cli: 'electron/cli/index.ts',
          host: 'electron/host/index.ts',
          // The entry of worker threads: see base/worker/run-task.ts.
          worker: 'electron/desk/worker.ts',
          'service-worker': 'electron/service/worker.ts',
          // The process that sets the pages of PDFs: see desk/reports/formats/pdf/typeset-pdf.ts.
          typesetter: 'electron/desk/reports/formats/pdf/typesetter/process.ts',
          // The thread of the index of words: see service/store/search/text-index.ts.
          'text-index': 'electron/service/store/search/thread.ts',
          // Electron's main process, and what it runs in utility processes.
          main: 'electron/main/index.ts',
          'host-process': 'electron/host/process.ts',
          'cli-process': 'electron/cli/utility-process.ts',
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          codeSplitting: {
            groups: [
              {
                name: chunksOf({
                  host: source('electron/host/index.ts'),
                  small: [
                    'electron/cli/index.ts',
                    'electron/desk/worker.ts',
                    'electron/service/worker.ts',
                    'electron/desk/reports/formats/pdf/typesetter/process.ts',
                    'electron/service/store/search/thread.ts',
                    'electron/cli/utility-process.ts',
                  ].map(source),
                  others: [source('electron/main/index.ts')],
                }),
                debugName: 'by who needs it',
                includeDependenciesRecursively: false,
              },
            ],
          },
        },
      },
    },
  },
  preload: {
    build: {
      reportCompressedSize: false,
      rolldownOptions: {
        input: { index: 'electron/preload/index.ts' },
        // A sandboxed preload can load nothing else: one file, in the old form of modules.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    // See renderer/lib/page-version.ts.
    define: { 'import.meta.env.PAGE_VERSION': JSON.stringify(packageFile.version) },
    plugins: [react(), rootedAssets, helpPages(), formPage(), listBundledPackages()],
    build: {
      outDir: resolve(import.meta.dirname, 'out/renderer'),
      emptyOutDir: true,
      minify: true,
      reportCompressedSize: false,
      rolldownOptions: {
        input: 'renderer/index.html',
        output: {
          // By default a page of eighty small files, each of which is asked for and read by itself: half as slow again.
          codeSplitting: {
            groups: [
              { name: 'app', tags: ['$initial'], priority: 3 },
              // What is left of schemas in lists that screens take from them; Home takes none.
              {
                name: 'schemas',
                test: /node_modules[\\/]typebox|contract[\\/](common|eligibility|events|legacy|sandbox|target|webhook)\.ts/,
                priority: 4,
              },
              // Home has tables, but nothing to enter a date in.
              { name: 'dates', test: /@mantine[\\/]dates|dayjs|ui[\\/]date-/, priority: 2 },
              { name: 'shared', minShareCount: 4, priority: 1 },
            ],
          },
        },
        // Schemas stay out of the page: it uses the contract's types and lists, and what it sends is checked by the desk.
        treeshake: {
          manualPureFunctions: ['Type', 'Closed', 'Keyed', 'MapOf', 'OneOf', 'Paged'],
          moduleSideEffects: [{ test: /node_modules[\\/]typebox|electron[\\/]contract/, sideEffects: false }],
        },
      },
    },
  },
});

/** What `electron/cli/build.cjs` asks for: parts of it that are not stale are not built again. */
const sections = process.env.CARRYOVER_BUILD?.split(',') ?? Object.keys(config);

export default Object.fromEntries(Object.entries(config).filter(([section]) => sections.includes(section)));
