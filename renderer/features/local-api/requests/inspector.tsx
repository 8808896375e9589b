import { Kbd, Text } from '@mantine/core';
import { KeyHints } from '#renderer/ui/key-hints.tsx';
import classes from '#renderer/ui/split.module.css';
import { type FilterChanges, type Filters, noFilters } from './filters.ts';
import { useRequestLayout } from './request-layout.ts';
import { RequestLog } from './request-log.tsx';
import { RequestPreview } from './request-preview.tsx';
import { useChosenRequest } from './use-chosen-request.ts';

interface InspectorProps {
  readonly filters: Filters;
  readonly onFilter: (changes: FilterChanges) => void;
}

/** The list of requests, and the chosen one beside it; in a small window in its place. */
export const Inspector = ({ filters, onFilter }: InspectorProps) => {
  const [chosen, choose] = useChosenRequest();
  const { isSplit } = useRequestLayout();
  return (
    <div className={classes.split} data-log data-chosen={chosen !== undefined}>
      <div className={classes.list}>
        <RequestLog
          key={JSON.stringify(filters)}
          filters={filters}
          chosen={chosen}
          onChoose={choose}
          onClear={() => onFilter(noFilters)}
        />
        <KeyHints hints={keyHints} />
      </div>
      {(isSplit || chosen !== undefined) && (
        <div className={classes.side}>
          {chosen === undefined ? (
            <Text c="dimmed" p="md" size="sm">
              No request selected. Click one, or press <Kbd size="xs">J</Kbd>.
            </Text>
          ) : (
            <RequestPreview
              key={chosen}
              requestId={chosen}
              onShow={choose}
              onClose={() => choose(undefined)}
            />
          )}
        </div>
      )}
    </div>
  );
};

const keyHints = [
  [['↑', '↓'], 'move'],
  [['R'], 'replay'],
  [['E'], 'edit and send'],
  [['/'], 'search'],
] as const;
