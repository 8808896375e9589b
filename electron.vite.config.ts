import { defineConfig } from 'electron-vite';

// electron-vite asks the installed electron for its version; nothing here needs electron itself to be built.
process.env.ELECTRON_MAJOR_VER ??= '45';

export default defineConfig({
  main: {
    build: {
      // Every dependency stays outside: better-sqlite3 has native parts, and stack traces stay readable.
      externalizeDeps: true,
      sourcemap: true,
      reportCompressedSize: false,
      rolldownOptions: {
        input: {
          cli: 'electron/cli/index.ts',
          host: 'electron/host/index.ts',
          // The entry of a worker thread: see desk/eligibility/reading/in-worker.ts.
          reader: 'electron/desk/eligibility/reading/worker.ts',
          // And another: see desk/tokens/import/in-thread.ts.
          'token-reader': 'electron/desk/tokens/import/reader.ts',
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
});
