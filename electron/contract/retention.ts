import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate, Uuid } from './common.ts';

/** How long cases are kept, and what may not be erased. Source: `docs/reference/rules/retention.md`. */

const Reason = Type.String({
  minLength: 1,
  maxLength: 1000,
  pattern:
    '^[^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f][^\\u0000-\\u001f\\u007f-\\u009f]*$',
  description: 'Recorded in the journal, and never erased: name no personal data.',
});

export const HoldRequest = Closed({ reason: Reason }, { title: 'HoldRequest' });

export const LegalHold = Closed(
  { reason: Type.String(), at: UtcDate, by: Type.String() },
  { title: 'LegalHold' },
);
export type LegalHold = Static<typeof LegalHold>;

/** Days after the last entry of a case that is closed or archived; `keep`: as long as nobody deletes it. */
const Days = Type.Integer({ minimum: 1, maximum: 36_500 });
const Keep = Type.Literal('keep');
export const RetentionRule = Type.Union([Days, Keep]);
export type RetentionRule = Static<typeof RetentionRule>;

/** A case that is due is announced so many days before it is deleted. */
export const noticeDays = 14;

export const RetentionRequest = Closed({ rule: RetentionRule }, { title: 'RetentionRequest' });
export const CaseRetentionRequest = Closed(
  {
    rule: Type.Union([Days, Keep, Type.Literal('desk')], { description: '`desk`: as the desk keeps cases.' }),
  },
  { title: 'CaseRetentionRequest' },
);
export type CaseRetentionRequest = Static<typeof CaseRetentionRequest>;

export const CaseRetention = Closed(
  {
    rule: RetentionRule,
    /** Whose rule it is. */
    of: OneOf('desk', 'case'),
    hold: Type.Optional(LegalHold),
    due: Type.Optional(
      Type.Unsafe<string>({
        ...UtcDate,
        description: 'When it is deleted at the earliest, if nothing changes.',
      }),
    ),
    announced: Type.Optional(
      Type.Unsafe<string>({ ...UtcDate, description: 'When the deletion was announced.' }),
    ),
    problem: Type.Optional(Type.String({ description: 'Why it was not deleted, although it was due.' })),
  },
  { title: 'CaseRetention' },
);
export type CaseRetention = Static<typeof CaseRetention>;

export const DeskRetention = Closed(
  {
    rule: RetentionRule,
    /** Cases that are under legal hold, have a rule of their own, or whose deletion is announced. */
    cases: Type.Array(Closed({ id: Uuid, name: Type.String(), ...CaseRetention.properties })),
  },
  { title: 'DeskRetention' },
);
export type DeskRetention = Static<typeof DeskRetention>;
