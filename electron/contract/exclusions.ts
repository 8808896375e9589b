import { type Static, Type } from 'typebox';
import { Closed, VisibleName } from './common.ts';
import { ExcludeRequest, WithdrawDecisionsRequest } from './runbook-decisions.ts';
import { TokenRowCounts, TokenRowSelection } from './token-rows.ts';

/** Rows that are left out of a token migration by name. Source: `docs/reference/rules/tokens.md#excluded-rows`. */

/** Either by names or by a selection. */
const rows = Type.Optional(TokenRowSelection);

export const TokenExcludeRequest = Closed(
  {
    ...ExcludeRequest.properties,
    rows,
    by: Type.Unsafe<string>({ ...VisibleName, description: 'Who approves it.' }),
  },
  { title: 'TokenExclude' },
);
export type TokenExcludeRequest = Static<typeof TokenExcludeRequest>;

export const TokenIncludeRequest = Closed(
  { ...WithdrawDecisionsRequest.properties, rows },
  { title: 'TokenInclude' },
);
export type TokenIncludeRequest = Static<typeof TokenIncludeRequest>;

export const ExclusionsChanged = Closed(
  {
    changed: Type.Integer({ description: 'Rows excluded, or included again.' }),
    counts: TokenRowCounts,
  },
  { title: 'ExclusionsChanged' },
);
export type ExclusionsChanged = Static<typeof ExclusionsChanged>;
