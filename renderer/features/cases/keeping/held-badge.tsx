import { IconGavel, IconTrash } from '@tabler/icons-react';
import { dateTime } from '#renderer/lib/format.ts';
import { useCaseRetention } from '#renderer/lib/use-retention.ts';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';

/** That a case is under legal hold, or will be deleted. */
export const HeldBadge = ({ caseId }: { readonly caseId: string }) => {
  const { data, isError } = useCaseRetention(caseId);
  if (data === undefined)
    return isError && <StatusBadge tone="attention">Legal hold could not be read</StatusBadge>;
  const { hold, due, announced } = data;
  if (hold !== undefined)
    return (
      <StatusBadge tone="neutral" icon={IconGavel} title={`Placed by ${hold.by}: ${hold.reason}`}>
        Legal hold
      </StatusBadge>
    );
  if (due === undefined || announced === undefined) return undefined;
  return (
    <StatusBadge tone="attention" icon={IconTrash} title="See Legal hold and retention in the menu">
      Deleted on {dateTime(due)}
    </StatusBadge>
  );
};
