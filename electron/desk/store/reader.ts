import type { ReaderOf, TxOf } from '#base/store/units-of-work.ts';
import type { DeskSchema } from './schema.ts';

/** What a query function of this folder takes. */
export type Reader = ReaderOf<DeskSchema>;
export type Tx = TxOf<DeskSchema>;
