import type { SampleFileName, SampleResult } from '#contract/sample.ts';

export interface Sample {
  /**
   * Makes the sample case with its live data and files, or answers the one that is there. What an attempt that failed
   * has made already is used again.
   * @throws CatalogueError `sample.cutOver`, and what the service refuses
   */
  make(actor: string): Promise<SampleResult>;
  /** @throws CatalogueError `file.unreadable` */
  file(name: SampleFileName): Promise<Uint8Array>;
}
