import {
  IconArrowBackUp,
  IconPlayerPlay,
  IconPlugConnected,
  IconRefresh,
  IconRotateClockwise,
  IconTestPipe,
  type TablerIcon,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { StartKind } from '#renderer/lib/start-run.ts';
import { isUnfinished, useRuns } from '#renderer/lib/token-queries.ts';
import type { RowSelection } from '#renderer/lib/use-selection.ts';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import { SelectionAction, SelectionBar } from '#renderer/ui/selection-bar.tsx';
import { useRehearse } from './start-rehearsal.ts';
import { type ChosenRows, StartSelected } from './start-selected.tsx';

interface RunSelectionProps {
  readonly caseId: string;
  readonly selection: RowSelection;
  readonly chosen: ChosenRows;
  /** What the list has, such as "failed rows". */
  readonly noun: string;
  readonly kinds: readonly StartKind[];
  readonly canRehearse?: boolean;
  /** Further actions. */
  readonly children?: ReactNode;
}

const actions: Readonly<
  Record<StartKind, { readonly icon: TablerIcon; readonly label: string; readonly shortcut?: string }>
> = {
  run: { icon: IconPlayerPlay, label: 'Run…', shortcut: 'R' },
  pilot: { icon: IconTestPipe, label: 'Pilot…' },
  retry: { icon: IconRotateClockwise, label: 'Retry…', shortcut: 'T' },
  check: { icon: IconRefresh, label: 'Check…' },
  undo: { icon: IconArrowBackUp, label: 'Undo…', shortcut: 'U' },
};

/** What can be done with the selected rows: each run says first which of them it takes. */
export const RunSelection = (props: RunSelectionProps) => {
  const { caseId, selection, chosen, noun, kinds, canRehearse = false } = props;
  const [kind, setKind] = useState<StartKind>();
  const rehearsing = useRehearse(caseId);
  const isBusy = useRuns(caseId).data?.results.some(isUnfinished) ?? false;
  const tooMany = selection.isTooMany ? 'select by filter' : undefined;
  return (
    <SelectionBar selection={selection} noun={noun}>
      {kinds.map((one) => (
        <SelectionAction
          key={one}
          {...actions[one]}
          isDangerous={one === 'undo'}
          reason={tooMany ?? (isBusy ? 'a run has not ended' : pilotReason(one, selection))}
          onAct={() => setKind(one)}
        />
      ))}
      {canRehearse && (
        <SelectionAction
          icon={IconPlugConnected}
          label="Rehearse"
          shortcut="H"
          busy={rehearsing.isPending}
          reason={tooMany ?? (isBusy ? 'a run has not ended' : undefined)}
          onAct={() =>
            rehearsing.mutate(chosen, { onError: (error) => notifyFailed('Rehearsal not started', error) })
          }
        />
      )}
      {props.children}
      {kind !== undefined && <StartSelected kind={kind} chosen={chosen} onClose={() => setKind(undefined)} />}
    </SelectionBar>
  );
};

const pilotReason = (kind: StartKind, { count }: RowSelection): string | undefined =>
  kind === 'pilot' && count !== 1 ? 'select one row' : undefined;
