import { IconBan, IconRestore } from '@tabler/icons-react';
import type { ExclusionsChanged, TokenExcludeRequest, TokenIncludeRequest } from '#contract/exclusions.ts';
import { formatCount } from '#contract/format.ts';
import type { TokenRow, TokenRowFilter } from '#contract/token-rows.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { tokenKeys, tokensPath } from '#renderer/lib/token-queries.ts';
import type { RowSelection } from '#renderer/lib/use-selection.ts';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { ReasonButton } from '#renderer/ui/reason-button.tsx';
import { SelectionAction } from '#renderer/ui/selection-bar.tsx';

interface ExcludeSelectionProps {
  readonly caseId: string;
  readonly selection: RowSelection<TokenRowFilter>;
  /** Those of the selected rows that are loaded. */
  readonly picked: readonly TokenRow[];
}

/** Excludes the selected rows, or includes excluded ones again. */
export const ExcludeSelection = ({ caseId, selection, picked }: ExcludeSelectionProps) => {
  const excluding = useExclusion<TokenExcludeRequest>(caseId, '', 'excluded');
  const including = useExclusion<TokenIncludeRequest>(caseId, '/withdrawals', 'included again');
  const count = selection.count === undefined ? 'all rows' : formatCount(selection.count, 'row');
  const tooMany = selection.isTooMany ? 'select by filter' : undefined;
  const rows = selection.request;
  return picked.length > 0 && picked.every(({ state }) => state === 'excluded') ? (
    <ReasonButton
      label="Include again…"
      trigger={(open) => (
        <SelectionAction icon={IconRestore} label="Include again…" reason={tooMany} onAct={open} />
      )}
      title={`Include ${count} again`}
      text="The next run takes them."
      action="Include again"
      draft={`case:${caseId}:tokens-include`}
      deciding={including}
      request={(reason) => ({ rows, reason })}
      onDone={selection.clear}
    />
  ) : (
    <ReasonButton
      label="Exclude…"
      trigger={(open) => <SelectionAction icon={IconBan} label="Exclude…" reason={tooMany} onAct={open} />}
      title={`Exclude ${count} from the migration`}
      text="No run takes them. Reports and mails name them, with who approved it and why."
      action="Exclude"
      draft={`case:${caseId}:tokens-exclude`}
      withApprover
      deciding={excluding}
      request={(reason, by) => ({ rows, reason, by })}
      onDone={selection.clear}
    />
  );
};

const useExclusion = <Request,>(caseId: string, path: string, done: string) =>
  useApiMutation(
    (request: Request) => api.post<ExclusionsChanged>(`${tokensPath(caseId)}/exclusions${path}`, request),
    {
      onSuccess: ({ changed }, client) => {
        void client.invalidateQueries({ queryKey: tokenKeys.all(caseId) });
        notifyDone(`${formatCount(changed, 'row')} ${done}.`);
      },
    },
  );
