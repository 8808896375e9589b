import type { ErrorCode, ErrorInfo, ValidationItem } from '#contract/errors.ts';

/** What a worker thread and the one that waits for it say to each other. */

/** The tasks that there are: see `electron/desk/worker.ts`. */
export type DeskTaskName =
  | 'allow-list'
  | 'answer'
  | 'answer-file'
  | 'callback-list'
  | 'case-file'
  | 'charts'
  | 'checkpoints'
  | 'configuration'
  | 'copy-database'
  | 'exec-report'
  | 'json'
  | 'rewrite-database'
  | 'keys'
  | 'parity'
  | 'rules-file'
  | 'source'
  | 'syncing-list'
  | 'table-sizes'
  | 'tokens'
  | 'traffic';

/** Those that only the service can do: see `electron/service/worker.ts`. */
export type ServiceTaskName = 'check-state' | 'load-state' | 'save-state';

export type TaskName = DeskTaskName | ServiceTaskName;

/** What a task is given. `stop` is 1 once nobody waits for it any more. */
export interface TaskData {
  readonly name: TaskName;
  readonly input: unknown;
  readonly resultBytes: number;
  readonly stop: Int32Array<SharedArrayBuffer>;
}

export type FromTask =
  | { readonly kind: 'progress'; readonly value: unknown }
  /** Waits for `taken`. */
  | { readonly kind: 'part'; readonly value: unknown }
  /** `result` as `v8.serialize` writes it: so its size is known before it is sent. */
  | { readonly kind: 'done'; readonly result: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'refused'; readonly error: PlainError };

/** An error of the catalogue as data. */
export interface PlainError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly validation: readonly ValidationItem[];
  readonly info: ErrorInfo | undefined;
}
