import { Drawer } from '@mantine/core';
import type { TokenRowDetail } from '#contract/token-runs.ts';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
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
  const query = useApiQuery<TokenRowDetail>(
    [...tokenKeys.rows(caseId), 'detail', rowId],
    `${tokensPath(caseId)}/rows/${encodeURIComponent(rowId ?? '')}`,
    { enabled: rowId !== undefined },
  );
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
