import type { FoundSeqs } from './index-file.ts';

/** What the thread of the text index and the one that uses it say to each other. */

export interface ThreadData {
  readonly path: string;
  readonly servicePath: string;
  /** Between two looks at what came, ms. */
  readonly pollMs: number;
}

export type ToThread =
  | {
      readonly kind: 'find';
      readonly id: number;
      readonly match: string;
      readonly from: number;
      readonly before: number;
      readonly limit: number;
    }
  | { readonly kind: 'state'; readonly id: number }
  /** Removes all that is indexed. */
  | { readonly kind: 'clear'; readonly id: number }
  | { readonly kind: 'stop' };

export type FromThread =
  | { readonly kind: 'found'; readonly id: number; readonly found: FoundSeqs; readonly behind: number }
  | { readonly kind: 'state'; readonly id: number; readonly stored: number; readonly behind: number }
  | { readonly kind: 'cleared'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number | undefined; readonly problem: string };
