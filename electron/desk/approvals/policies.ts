import type { ApprovalReason, Policy } from '#contract/approvals.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { JournalAction } from '#contract/journal.ts';
import { localTargetId } from '#contract/target.ts';
import { createJournal } from '#desk/journal/journal.ts';
import { readOwnEntries } from '#desk/journal/own-entries.ts';
import type { People } from '#desk/people/people.ts';
import type { DeskContext } from '#desk/store/context.ts';

/** What needs a second person where, as the signed journal tells. */
export interface Policies {
  /** Of the desk, and of each target that has one. */
  list(): readonly Policy[];
  /** @throws CatalogueError `policy.onePerson` */
  change(policy: Policy, actor: string): Promise<void>;
  /** Whether an operation on a target needs a second person. */
  asks(targetId: string, reason: ApprovalReason): boolean;
}

const deskScope = 'desk';
const nothingAsked = { writes: false, overrides: false };

export const openPolicies = async (
  context: Pick<DeskContext, 'store' | 'identity' | 'journalHead' | 'announce'>,
  people: Pick<People, 'isTeam'>,
): Promise<Policies> => {
  const { store } = context;
  const journal = createJournal(context);
  const after = (known: ReadonlyMap<string, Policy>, { kind, content }: JournalAction) =>
    kind === 'policy.changed' ? new Map(known).set(content.scope, content) : known;
  // What was signed here counts also where the chain before it is broken: nobody gets rid of a policy by breaking it.
  let policies = await store.read(async (reader) => {
    if (!people.isTeam()) return new Map<string, Policy>();
    const entries = await readOwnEntries(context, reader, /^policy\./, () => true);
    return entries.reduce(
      (known, { action }) => after(known, action),
      new Map<string, Policy>() as ReadonlyMap<string, Policy>,
    );
  });
  const at = (scope: string): Policy => policies.get(scope) ?? { scope, ...nothingAsked };

  return {
    list: () => [at(deskScope), ...[...policies.values()].filter(({ scope }) => scope !== deskScope)],
    async change(policy, actor) {
      if (!people.isTeam()) throw new CatalogueError('policy.onePerson');
      await store.write(async (tx) => {
        const { writes, overrides } = at(policy.scope);
        if (writes === policy.writes && overrides === policy.overrides) return;
        const action = { kind: 'policy.changed' as const, content: policy };
        await journal.append(tx, actor, action);
        tx.afterCommit(() => {
          policies = after(policies, action);
          context.announce({ type: 'policy' });
        });
      });
    },
    asks(targetId, reason) {
      if (at(`target:${targetId}`)[reason]) return true;
      // On the local service the desk's policy would ask for a second person at each rehearsal. An override counts wherever
      // the case goes.
      const isRehearsal = targetId === localTargetId && reason === 'writes';
      return !isRehearsal && at(deskScope)[reason];
    },
  };
};
