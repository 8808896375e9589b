import type { JournalAction } from '#contract/journal.ts';
import type { CoreContext } from '#desk/core/context.ts';
import { readJournal } from '#desk/store/journal.ts';
import type { Reader } from '#desk/store/store.ts';
import { foldOwnKeys } from './own-keys.ts';
import { actionOf, isSignedAsStated, linked } from './verified-rows.ts';

export interface DatedAction {
  readonly action: JournalAction;
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly actor: string;
}

/**
 * The entries of some kinds that this folder's own key signed, oldest first. Others are passed over: whoever can write the
 * table can let nobody in. What takes something away counts where the chain before it is broken, too.
 */
export const readOwnEntries = async (
  { identity }: Pick<CoreContext, 'identity'>,
  reader: Reader,
  isWanted: RegExp,
  isRefusal: (kind: string) => boolean,
): Promise<DatedAction[]> => {
  const chain = linked(await readJournal(reader));
  const own = foldOwnKeys(chain, identity.publicKey);
  return chain.flatMap((link, index) => {
    const { kind, at, actor, signer } = link.row;
    if (!isWanted.test(kind)) return [];
    const isOwn = own.wrote(index);
    const refuses = isRefusal(kind) && signer === identity.publicKey && isSignedAsStated(link);
    const action = isOwn || refuses ? actionOf(link) : undefined;
    return action === undefined ? [] : [{ action, at, actor }];
  });
};
