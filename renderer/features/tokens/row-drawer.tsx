import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TokenRowDetail } from '#contract/token-runs.ts';
import { api } from '#renderer/lib/api.ts';
import { tokenKeys, tokensPath } from '#renderer/lib/token-queries.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { RowDetail } from './row-detail.tsx';

interface RowDrawerProps {
  readonly caseId: string;
  /** undefined: closed. */
  readonly rowId: string | undefined;
  readonly onClose: () => void;
}

/** A row beside the list. */
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
      closeButtonProps={{ 'aria-label': 'Close row' }}
    >
      {rowId !== undefined && (
        <Loaded query={query} text="Loading row…">
          {(detail) => <RowDetail caseId={caseId} detail={detail} />}
        </Loaded>
      )}
    </Drawer>
  );
};
