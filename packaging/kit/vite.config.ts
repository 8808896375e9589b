import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { listBundledPackages } from '#packaging/bundled.ts';
import { declarations } from '#packaging/kit/declarations.ts';
import { plainBuiltins } from '#packaging/plain-builtins.ts';
import { plainRoutes } from '#packaging/plain-routes.ts';

/**
 * The test kit: an integrator installs it beside its own code, so it brings everything with it but the database, which
 * has native parts, and pages that few ever open.
 */
export const kitDependencies = ['better-sqlite3', '@fastify/swagger-ui'];

const timers = resolve(import.meta.dirname, 'timers.ts');
const ownTimers = Object.fromEntries(
  [
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'setImmediate',
    'clearImmediate',
    'queueMicrotask',
    'performance',
    'Date',
  ].map((name) => [name, [timers, name === 'Date' ? 'ownDate' : name] as [string, string]]),
);

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  plugins: [
    plainBuiltins(),
    plainRoutes(),
    listBundledPackages(),
    declarations({
      testing: 'electron/testing/index.ts',
      vitest: 'electron/testing/vitest.ts',
      types: 'electron/testing/types.ts',
      'control-error': 'electron/testing/control-error.ts',
      'scenario-error': 'electron/testing/scenario-error.ts',
      events: 'electron/events/index.ts',
      'event-types': 'electron/events/event-types.ts',
      parse: 'electron/events/parse.ts',
      verify: 'electron/events/verify.ts',
    }),
  ],
  ssr: { noExternal: true, external: kitDependencies },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'out/kit',
    emptyOutDir: false,
    reportCompressedSize: false,
    rolldownOptions: {
      external: [...kitDependencies, 'vitest'],
      // A test may fake timers: what it replaces is not what the service runs on.
      transform: { inject: ownTimers },
      input: {
        testing: 'electron/testing/index.ts',
        vitest: 'electron/testing/vitest.ts',
        cli: 'electron/kit-cli/bin.ts',
        process: 'electron/kit/process.ts',
        events: 'electron/events/index.ts',
        worker: 'electron/kit/worker.ts',
        'service-worker': 'electron/service/worker.ts',
        'text-index': 'electron/service/store/search/thread.ts',
      },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
