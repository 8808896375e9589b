import type { ServiceTaskName } from '#base/worker/messages.ts';
import { serveTask } from '#base/worker/task.ts';

/** The entry of worker threads of the service: what works on its tables. See `base/worker/run-task.ts`. */
await serveTask<ServiceTaskName>({
  'check-state': async () => (await import('./store/states/load-state.ts')).checkState,
  'load-state': async () => (await import('./store/states/load-state.ts')).loadState,
  'save-state': async () => (await import('./store/states/save-state.ts')).saveState,
});
