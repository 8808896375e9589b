import type { CheckpointsTask } from '#base/store/sqlite/checkpoints/thread.ts';
import type { DeskTaskName } from '#base/worker/messages.ts';
import { serveTask } from '#base/worker/task.ts';

type KitTaskName = Extract<
  DeskTaskName,
  'checkpoints' | 'rewrite-database' | 'copy-database' | 'json' | 'table-sizes'
>;

/** The entry of worker threads of the test kit: the tasks of the service, without those of the desk. */
await serveTask<KitTaskName>({
  checkpoints: async () => {
    const { serveCheckpoints } = await import('#base/store/sqlite/checkpoints/thread.ts');
    return (task: CheckpointsTask) => serveCheckpoints(task);
  },
  'rewrite-database': async () => (await import('#base/store/sqlite/rewrite-database.ts')).rewriteDatabase,
  'copy-database': async () => (await import('#base/store/sqlite/copy-database.ts')).copyDatabase,
  json: async () => {
    const { parseBody } = await import('#base/http/parse-body.ts');
    return ({ body, mostValues }: { body: Uint8Array; mostValues: number }) => parseBody(body, mostValues);
  },
  'table-sizes': async () => (await import('#base/store/sqlite/table-sizes.ts')).tableSizes,
});
