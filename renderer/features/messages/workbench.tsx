import { parseSearch } from '#contract/search-text.ts';
import { Split } from '#renderer/ui/split.tsx';
import { useChosenMessage } from './chosen-message.ts';
import { type FilterChanges, type Filters, filterOf, noFilters } from './filters.ts';
import { MessageLog, useMessageSelection } from './message-log.tsx';
import { Preview } from './preview.tsx';

interface WorkbenchProps {
  readonly filters: Filters;
  readonly onFilter: (changes: FilterChanges) => void;
}

/** What the search of the list asks for is marked in the payload. */
const wordsOf = ({ text }: Filters): readonly string[] =>
  text === undefined ? [] : parseSearch(text).flatMap(({ words }) => words);

/** The list of messages, and the chosen one beside it. */
export const Workbench = ({ filters, onFilter }: WorkbenchProps) => {
  const { chosen, choose, open } = useChosenMessage();
  const selection = useMessageSelection(filters);
  return (
    <Split
      noun="message"
      list={
        <MessageLog
          filters={filters}
          selection={selection}
          chosen={chosen}
          onChoose={choose}
          onOpen={open}
          onClear={() => onFilter(noFilters)}
        />
      }
      preview={
        chosen !== undefined && (
          <Preview
            key={chosen}
            messageId={chosen}
            filter={filterOf(filters)}
            words={wordsOf(filters)}
            keysTaken={!selection.isNone}
            onClose={() => choose(undefined)}
          />
        )
      }
    />
  );
};
