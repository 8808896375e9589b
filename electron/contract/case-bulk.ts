import { type Static, Type } from 'typebox';
import { CaseFilter, caseSorts } from './case-list.ts';
import { Closed, OneOf, UtcDate, Uuid, VisibleName } from './common.ts';
import { SelectionOf } from './selection.ts';

/** Actions on many cases at once, as a job. Each case is changed by itself: what is done stays done. */

const Reason = Type.String({ minLength: 1, maxLength: 20_000 });

export const CaseBulkAction = Type.Union([
  Closed({ kind: Type.Literal('close'), reason: Type.Optional(Reason) }),
  Closed({ kind: Type.Literal('reopen'), reason: Type.Optional(Reason) }),
  Closed({
    kind: Type.Literal('assign'),
    /** null: nobody. */
    owner: Type.Union([VisibleName, Type.Null()]),
  }),
  Closed({
    kind: Type.Literal('due'),
    /** Of the next step of each part; null: none. */
    due: Type.Union([UtcDate, Type.Null()]),
    /** Of these steps instead. */
    steps: Type.Optional(Type.Array(Type.String({ maxLength: 61 }), { minItems: 1, maxItems: 100 })),
  }),
]);
export type CaseBulkAction = Static<typeof CaseBulkAction>;

const CaseSelection = SelectionOf(CaseFilter, Uuid);
export const CaseBulkRequest = Closed(
  { selection: CaseSelection, action: CaseBulkAction },
  { title: 'CaseBulkRequest' },
);
export type CaseBulkRequest = Static<typeof CaseBulkRequest>;

/** `unchanged`: it was so before. */
export const bulkOutcomes = ['done', 'unchanged', 'refused'] as const;
export type BulkOutcome = (typeof bulkOutcomes)[number];

/** How many of each outcome there are. */
export const countOutcomes = (
  items: readonly { readonly outcome: BulkOutcome }[],
): Record<BulkOutcome, number> => {
  const counts = { done: 0, unchanged: 0, refused: 0 };
  for (const { outcome } of items) counts[outcome]++;
  return counts;
};

export const CaseBulkItem = Closed({
  id: Uuid,
  name: Type.String(),
  outcome: OneOf(bulkOutcomes),
  why: Type.Optional(
    Type.String({ description: 'Of one that is refused; what remains to be said of others.' }),
  ),
  /** What it was before, so that it can be undone. */
  owner: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  dues: Type.Optional(Type.Array(Closed({ step: Type.String(), due: Type.Union([UtcDate, Type.Null()]) }))),
});
export type CaseBulkItem = Static<typeof CaseBulkItem>;

/** The result of a job of kind "bulk". */
export const CaseBulkResult = Closed(
  {
    action: CaseBulkAction,
    done: Type.Integer(),
    unchanged: Type.Integer(),
    refused: Type.Integer(),
    items: Type.Array(CaseBulkItem),
  },
  { title: 'CaseBulkResult' },
);
export type CaseBulkResult = Static<typeof CaseBulkResult>;

export const caseExportFormats = ['csv', 'case-files'] as const;
export const CaseExportRequest = Closed(
  {
    selection: CaseSelection,
    format: OneOf(caseExportFormats),
    sort: Type.Optional(
      OneOf(
        caseSorts,
        caseSorts.map((sort): `-${(typeof caseSorts)[number]}` => `-${sort}`),
      ),
    ),
  },
  { title: 'CaseExportRequest' },
);
export type CaseExportRequest = Static<typeof CaseExportRequest>;
