import { type Static, Type } from 'typebox';
import { Closed, Uuid, VisibleName } from './common.ts';

/** Whom an entry of the chain was given by, in which file: nobody here typed it. */
export const GivenBy = Closed({
  formId: Uuid,
  digest: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the sealed file, hex.' }),
  name: VisibleName,
  role: VisibleName,
});
export type GivenBy = Static<typeof GivenBy>;
