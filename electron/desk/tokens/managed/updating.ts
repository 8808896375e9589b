import { runTask } from '#base/worker/run-task.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import { type Acting, type RunbookParts, refuseEarly } from './acting.ts';
import type { CallbackFound } from './callback.ts';
import type { UpdateStep } from './runbooks.ts';

const bounds = { what: 'The list of callback URLs', timeMs: 10_000, heapMb: 256 };

/** Step 3. */
export const createUpdateStep = ({ cases, targets }: RunbookParts, { act }: Acting): UpdateStep => ({
  async checkCallback(caseId, urls, actor, given) {
    const { targetId } = await cases.state(caseId);
    const { name, callbackUrl } = await targets.show(targetId);
    if (callbackUrl === undefined) throw new CatalogueError('runbook.noCallbackUrl', { target: name });
    const found = await runTask<CallbackFound>('callback-list', { callbackUrl, urls }, bounds);
    const check = { targetId, ...found };
    if (check.urls === 0) throw noUrls;
    return act(caseId, actor, (state, runbook, facts) => {
      refuseEarly(state, runbook, 'update-application', facts);
      const content = { ...check, ...(given === undefined ? {} : { given }) };
      return [{ kind: 'runbook.callbackChecked', content }];
    });
  },
});

const noUrls = invalid({
  itemId: 'urls',
  message: 'urls contains no URL. Paste the list registered with the platform.',
  validatorName: 'urls',
});
