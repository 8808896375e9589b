import type { ApprovalReason } from '#contract/approvals.ts';
import { CatalogueError } from '#contract/errors.ts';
import { formatList } from '#contract/format.ts';
import { readSigners } from '#desk/journal/signers.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Tx } from '#desk/store/store.ts';
import { actionOf } from './chain.ts';
import type { FourEyes } from './four-eyes.ts';
import { overrideIn } from './overriding.ts';
import type { FileEntry } from './read-case-file.ts';
import type { CaseState } from './state.ts';

/**
 * Entries of a file by which something would count here that a policy asks a second person for. What the desk itself
 * signed was asked for, and an admin trusts the keys of colleagues: anybody can make the rest.
 * @param state the case after the import
 * @throws CatalogueError `approval.importedUnapproved`
 */
export const refuseUnapproved = async (
  context: Pick<DeskContext, 'identity'>,
  tx: Tx,
  state: CaseState,
  fresh: readonly FileEntry[],
  fourEyes: Pick<FourEyes, 'asks'>,
): Promise<void> => {
  const asked = fresh.filter((entry) => {
    const reason = reasonOf(state, entry);
    return reason !== undefined && fourEyes.asks(state.targetId, reason);
  });
  if (asked.length === 0) return;
  const known = await readSigners(context, tx);
  const { id: caseId } = state;
  const isKnown = ({ signer, seq }: FileEntry): boolean =>
    signer !== null && ['here', 'trusted'].includes(known.standingOf(signer, { caseId, seq }).standing);
  const entries = asked.filter((entry) => !isKnown(entry)).map(({ seq }) => seq);
  if (entries.length > 0)
    throw new CatalogueError('approval.importedUnapproved', { entries: formatList(entries.map(String), 10) });
};

const reasonOf = (state: CaseState, entry: FileEntry): ApprovalReason | undefined => {
  const action = actionOf(entry);
  switch (action.kind) {
    // Carried out by whoever tries next.
    case 'cutover.rollbackDecided':
      return 'writes';
    // To another target, overrides go along; the case is there by now.
    case 'case.changed': {
      const isMove = action.content.changes.targetId !== undefined;
      const overrides = state.overrides.size + (state.runbook?.overrides.size ?? 0);
      return isMove && overrides > 0 ? 'overrides' : undefined;
    }
    default:
      return overrideIn(state, [action]) && 'overrides';
  }
};
