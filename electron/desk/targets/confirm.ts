import { canonicalDigest } from '#base/canonical.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { PlannedCall, Target } from '#contract/target.ts';
import type { Confirm } from './targets.ts';

/** Stands for exactly these calls to this target where it is now: SHA-256, hex. */
const codeOf = ({ id, baseUrl }: Target, calls: readonly PlannedCall[]): string =>
  canonicalDigest({ target: id, baseUrl, calls });

/** Only the list that was shown can be confirmed; one that changed since is shown again. */
export const confirmCalls: Confirm = (target, calls, confirm) => {
  if (target.kind === 'local' || calls.length === 0) return;
  const code = codeOf(target, calls);
  if (confirm === code) return;
  const count = calls.length === 1 ? '1 call' : `${calls.length} calls`;
  const unconfirmed = { confirm: code, calls: [...calls] };
  throw new CatalogueError('target.unconfirmed', { target: target.name, count }, [], {
    info: { unconfirmed },
  });
};
