import { isMainThread } from 'node:worker_threads';
import { serveChild } from '#base/child/serve-child.ts';

/** The process that sets pages: its main thread watches, a thread of it works. */

if (isMainThread) serveChild(import.meta.filename);
else await (await import('./thread.ts')).serve();
