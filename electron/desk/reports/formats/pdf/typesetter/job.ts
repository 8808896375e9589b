import type { AttachedFile, SetDocument } from '#desk/reports/formats/pdf/set-document.ts';

/** What is given to the process that sets pages, and what it gives back. */
export interface TypesetJob {
  readonly document: SetDocument;
  readonly attached: readonly AttachedFile[];
}

/** In the order of the jobs. */
export type TypesetResult = Uint8Array[];
