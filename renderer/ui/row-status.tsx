import type { TokenRow } from '#contract/token-rows.ts';
import { statusOfRow } from '#renderer/lib/token-labels.ts';
import { StatusBadge } from './status-badge.tsx';

/** The state of a row of a token migration. */
export const RowStatus = ({ row }: { readonly row: Pick<TokenRow, 'state' | 'held'> }) => {
  const { tone, label } = statusOfRow(row);
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
};
