import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TokenRowDetail } from '#contract/token-runs.ts';
import { api } from '#renderer/lib/api.ts';
import { tokenKeys, tokensPath } from '#renderer/lib/token-queries.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { RowDetail } from './row-detail.tsx';

interface RowDrawerProps {
  readonly caseId: string;
  /** As the address has it; undefined: none is open. */
  readonly rowId: string | undefined;
  readonly onClose: () => void;
}

/** One row beside the list: where it stands, why, what to do, and each call that was made for it. */
export const RowDrawer = ({ caseId, rowId, onClose }: RowDrawerProps) => {
  const query = useQuery({
    queryKey: [...tokenKeys.rows(caseId), 'detail', rowId],
    queryFn: ({ signal }) =>
      api.get<TokenRowDetail>(`${tokensPath(caseId)}/rows/${encodeURIComponent(rowId ?? '')}`, { signal }),
    enabled: rowId !== undefined,
  });
  const { row } = query.data ?? {};
  return (
    <Drawer
      opened={rowId !== undefined}
      onClose={onClose}
      position="right"
      size="xl"
      title={row?.name ?? row?.ref ?? 'Row'}
      closeButtonProps={{ 'aria-label': 'Close the row' }}
    >
      {rowId !== undefined && (
        <Loaded query={query} text="Reading the row…">
          {(detail) => <RowDetail caseId={caseId} detail={detail} />}
        </Loaded>
      )}
    </Drawer>
  );
};
