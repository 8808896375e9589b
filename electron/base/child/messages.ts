/** What a child process and the one that waits for it say to each other. */

export interface ToChild {
  readonly input: unknown;
  /** Of the whole process, native memory too; passing it ends the child. */
  readonly memoryMb: number;
}

export type FromChild =
  | { readonly kind: 'done'; readonly result: unknown; readonly peakMb: number }
  | { readonly kind: 'tooMuchMemory' }
  /** In words without anything of the input. */
  | { readonly kind: 'failed'; readonly problem: string };

/** The side that waits for it. */
export interface Child {
  send(message: ToChild): void;
  /** Called for its one answer. */
  onMessage(listener: (message: FromChild) => void): void;
  /** Called once, when it is gone, or when it could not be started at all. */
  onEnd(listener: (problem: string) => void): void;
  /** Not by asking: native code does not hear. */
  kill(): void;
}
