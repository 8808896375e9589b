import { type Static, Type } from 'typebox';
import { Closed } from './common.ts';

/** What ships with Carryover, by whom it may be used how. The build lists it. */
export const Licence = Closed(
  {
    name: Type.String(),
    version: Type.String(),
    licence: Type.String({ description: 'An SPDX expression, such as MIT.' }),
    text: Type.Optional(Type.String()),
  },
  { title: 'Licence' },
);
export const LicenceList = Closed({ results: Type.Array(Licence) });
export type LicenceList = Static<typeof LicenceList>;
