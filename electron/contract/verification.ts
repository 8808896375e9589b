import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate, Uuid } from './common.ts';
import { signatureStates, verifyExitCodes } from './signature-states.ts';

/** Whether everything in `desk.db` is as it was written: the journal, the cases, and all that screens show besides. */

export const deskParts = ['journal', 'cases', 'rows'] as const;

export const DeskProblem = Closed({
  part: OneOf(deskParts),
  caseId: Type.Optional(Type.String({ description: 'As it is in the database, which may be damaged.' })),
  what: Type.String({ description: 'For a person: what is not as it was written.' }),
});
export type DeskProblem = Static<typeof DeskProblem>;

/** `broken`: something was changed, removed or put back by hand. `not-vouched-for`: whole, but not all signed by known keys. */
export const deskCheckStates = ['whole', 'not-vouched-for', 'broken'] as const;

/** Problems are told up to this many; `problemCount` has all. */
export const toldDeskProblems = 500;

const Count = Type.Integer({ minimum: 0 });

export const DeskCheck = Closed(
  {
    at: UtcDate,
    state: OneOf(deskCheckStates),
    whole: Type.Boolean(),
    problems: Type.Array(DeskProblem),
    problemCount: Count,
    journal: Closed({
      entries: Count,
      digest: Type.String({ description: 'Of its newest entry; empty without any.' }),
    }),
    cases: Type.Array(
      Closed({
        caseId: Type.String(),
        name: Type.String(),
        entries: Count,
        digest: Type.String(),
        whole: Type.Boolean(),
        states: Type.Array(OneOf(signatureStates), { description: 'Of its stretches, each once.' }),
      }),
    ),
    /** Rows of all tables that no chain holds, and entries of the ledgers of runs. */
    rows: Count,
    ledgerEntries: Count,
  },
  { title: 'DeskCheck' },
);
export type DeskCheck = Static<typeof DeskCheck>;

export const Integrity = Closed(
  {
    notices: Type.Array(Type.String(), {
      description: 'Problems found automatically, at the start or since.',
    }),
    last: Type.Optional(DeskCheck),
    jobId: Type.Optional(Uuid),
  },
  { title: 'Integrity' },
);
export type Integrity = Static<typeof Integrity>;

export const AcceptRequest = Closed({
  reason: Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' }),
});
export type AcceptRequest = Static<typeof AcceptRequest>;

export const deskExitCode = ({ state }: Pick<DeskCheck, 'state'>): number => {
  if (state === 'broken') return verifyExitCodes.broken;
  return state === 'whole' ? 0 : verifyExitCodes.notVouchedFor;
};
