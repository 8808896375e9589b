import { Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconBan } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '#contract/format.ts';
import type { RowSelection } from '#renderer/lib/use-selection.ts';
import { Lines } from '#renderer/ui/lines.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { ReasonModal } from '#renderer/ui/reason-modal.tsx';
import { SelectionAction, SelectionBar } from '#renderer/ui/selection-bar.tsx';
import {
  type DismissibleRow,
  useDismissalCount,
  useDismissSeveral,
  useRestoreSeveral,
} from './dismissal-calls.ts';
import { type Dismissible, restLines } from './dismissal-summary.ts';

interface DismissalBarProps {
  readonly caseId: string;
  readonly what: Dismissible;
  readonly selection: RowSelection<never>;
  /** The selected rows. */
  readonly rows: readonly DismissibleRow[];
  /** What the list has. */
  readonly kind: 'open' | 'dismissed';
  /** What follows from a dismissal, where that can be chosen. */
  readonly text?: string;
}

/** Dismisses the selected findings or mentions with one reason, or restores those that are dismissed. */
export const DismissalBar = ({ caseId, what, selection, rows, kind, text }: DismissalBarProps) => {
  // As they were selected when it was asked.
  const [asked, setAsked] = useState<readonly string[]>();
  const restore = useRestoreSeveral(caseId, what);
  const reason = selection.isTooMany ? 'select fewer' : undefined;
  return (
    <>
      <SelectionBar selection={selection} noun={`${what}s`}>
        {kind === 'open' ? (
          <SelectionAction
            icon={IconBan}
            label="Dismiss…"
            reason={reason}
            onAct={() => setAsked(rows.map(({ id }) => id))}
          />
        ) : (
          <SelectionAction
            icon={IconArrowBackUp}
            label="Restore"
            reason={reason}
            busy={restore.isPending}
            onAct={() => restore.mutate(rows, { onSuccess: selection.clear })}
          />
        )}
      </SelectionBar>
      {asked && (
        <DismissSeveral
          caseId={caseId}
          what={what}
          ids={asked}
          text={text}
          onClose={() => setAsked(undefined)}
          onDone={selection.clear}
        />
      )}
    </>
  );
};

interface DismissSeveralProps extends Pick<DismissalBarProps, 'caseId' | 'what' | 'text'> {
  readonly ids: readonly string[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Counts what would be dismissed, and asks why it does not count. */
const DismissSeveral = ({ caseId, what, ids, text, onClose, onDone }: DismissSeveralProps) => {
  const count = useDismissalCount(caseId, what, ids);
  const dismiss = useDismissSeveral(caseId, what);
  const done = count.data?.done ?? ids.length;
  return (
    <ReasonModal
      opened
      onClose={onClose}
      title={`Dismiss ${formatCount(ids.length, what)}`}
      text={
        <Stack gap="sm">
          <Text>{text}</Text>
          <Loaded query={count} text={`Counting ${what}s…`}>
            {({ items }) => <Rest lines={restLines(items, 'dismissed')} />}
          </Loaded>
        </Stack>
      }
      action={`Dismiss ${formatCount(done, what)}`}
      draft={`case:${caseId}:dismiss-${what}s`}
      busy={dismiss.isPending}
      error={dismiss.error}
      onSubmit={(reason, forget) =>
        dismiss.mutate(
          { selection: { ids }, reason },
          {
            onSuccess: () => {
              forget();
              onClose();
              onDone();
            },
          },
        )
      }
    />
  );
};

const Rest = ({ lines }: { readonly lines: readonly string[] }) =>
  lines.length > 0 && <Lines lines={lines} />;
