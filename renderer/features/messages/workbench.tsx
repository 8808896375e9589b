import { Kbd, Text } from '@mantine/core';
import { parseSearch } from '#contract/search-text.ts';
import { KeyHints } from '#renderer/ui/key-hints.tsx';
import classes from '#renderer/ui/split.module.css';
import { useChosenMessage } from './chosen-message.ts';
import { type FilterChanges, type Filters, filterOf, noFilters } from './filters.ts';
import { useListLayout } from './list-layout.ts';
import { MessageLog, useMessageSelection } from './message-log.tsx';
import { Preview } from './preview.tsx';

interface WorkbenchProps {
  readonly filters: Filters;
  readonly onFilter: (changes: FilterChanges) => void;
}

/** What the search of the list asks for is marked in the payload. */
const wordsOf = ({ text }: Filters): readonly string[] =>
  text === undefined ? [] : parseSearch(text).flatMap(({ words }) => words);

/** The list of messages, and the chosen one beside it; in a small window in its place. */
export const Workbench = ({ filters, onFilter }: WorkbenchProps) => {
  const { chosen, choose, open } = useChosenMessage();
  const selection = useMessageSelection(filters);
  const { isSplit } = useListLayout();
  return (
    <div className={classes.split} data-log data-chosen={chosen !== undefined}>
      <div className={classes.list}>
        <MessageLog
          filters={filters}
          selection={selection}
          chosen={chosen}
          onChoose={choose}
          onOpen={open}
          onClear={() => onFilter(noFilters)}
        />
        <KeyHints hints={keyHints} />
      </div>
      {(isSplit || chosen !== undefined) && (
        <div className={classes.side}>
          {chosen === undefined ? (
            <Text c="dimmed" p="md" size="sm">
              No message selected. Click one, or press <Kbd size="xs">J</Kbd>.
            </Text>
          ) : (
            <Preview
              key={chosen}
              messageId={chosen}
              filter={filterOf(filters)}
              words={wordsOf(filters)}
              keysTaken={!selection.isNone}
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
  [['Enter'], 'open'],
  [['X'], 'select'],
  [['R'], 'resend'],
  [['C'], 'compare'],
] as const;
