import { type Static, Type } from 'typebox';
import { Closed, Uuid } from './common.ts';

/** The sample case, which walks through a whole migration with live data of the local service. */
export const SampleResult = Closed(
  {
    caseId: Uuid,
    made: Type.Boolean({ description: 'false: it was there already, and nothing was changed.' }),
    folder: Type.String({ description: 'Where its files are.' }),
    remarks: Type.Array(Type.String(), {
      description: 'What was left out or has to be known, in sentences.',
    }),
  },
  { title: 'SampleResult' },
);
export type SampleResult = Static<typeof SampleResult>;

/** Files of the sample that the app brings into its screens or saves. */
export const sampleFileNames = [
  'bakery-books.zip',
  'access.log',
  'tokens.csv',
  'iptables-before.rules',
  'iptables-fixed.rules',
] as const;
export type SampleFileName = (typeof sampleFileNames)[number];
