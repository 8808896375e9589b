import { formatCount } from '#contract/format.ts';
import { useFaults } from '#renderer/lib/use-faults.ts';
import { StatusBadge } from './status-badge.tsx';
import { TextLink } from './text-link.tsx';

/** Says that calls fail on purpose, and links to the faults; nothing while there are none. */
export const ActiveFaults = () => {
  const { data = [], isLoadingError } = useFaults();
  const active = data.filter(({ off }) => !off).length;
  if (active === 0 && !isLoadingError) return undefined;
  return (
    <TextLink to="/local-api/faults">
      <StatusBadge tone="attention">
        {isLoadingError ? 'Faults not loaded' : formatCount(active, 'active fault')}
      </StatusBadge>
    </TextLink>
  );
};
