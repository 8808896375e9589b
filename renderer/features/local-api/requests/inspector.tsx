import { KeyHints } from '#renderer/ui/key-hints.tsx';
import { Split } from '#renderer/ui/split.tsx';
import { type FilterChanges, type Filters, noFilters } from './filters.ts';
import { RequestLog } from './request-log.tsx';
import { RequestPreview } from './request-preview.tsx';
import { useChosenRequest } from './use-chosen-request.ts';

interface InspectorProps {
  readonly filters: Filters;
  readonly onFilter: (changes: FilterChanges) => void;
}

/** The list of requests, and the chosen one beside it. */
export const Inspector = ({ filters, onFilter }: InspectorProps) => {
  const [chosen, choose] = useChosenRequest();
  return (
    <Split
      noun="request"
      list={
        <>
          <RequestLog
            key={JSON.stringify(filters)}
            filters={filters}
            chosen={chosen}
            onChoose={choose}
            onClear={() => onFilter(noFilters)}
          />
          <KeyHints hints={keyHints} />
        </>
      }
      preview={
        chosen !== undefined && (
          <RequestPreview key={chosen} requestId={chosen} onShow={choose} onClose={() => choose(undefined)} />
        )
      }
    />
  );
};

const keyHints = [
  [['↑', '↓'], 'move'],
  [['R'], 'replay'],
  [['E'], 'edit and send'],
  [['/'], 'search'],
] as const;
