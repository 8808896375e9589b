import { CatalogueError, invalid } from '#contract/errors.ts';
import { type Acting, type RunbookParts, refuseEarly } from './acting.ts';
import { checkCallback } from './callback.ts';
import type { UpdateStep } from './runbooks.ts';

/** Step 3. */
export const createUpdateStep = ({ cases, targets }: RunbookParts, { act }: Acting): UpdateStep => ({
  async checkCallback(caseId, urls, actor) {
    const { targetId } = await cases.state(caseId);
    const { name, callbackUrl } = await targets.show(targetId);
    if (callbackUrl === undefined) throw new CatalogueError('runbook.noCallbackUrl', { target: name });
    const check = { targetId, ...checkCallback(callbackUrl, urls) };
    if (check.urls === 0) throw noUrls;
    return act(caseId, actor, (state, runbook, facts) => {
      refuseEarly(state, runbook, 'update-application', facts);
      return [{ kind: 'runbook.callbackChecked', content: check }];
    });
  },
});

const noUrls = invalid({
  itemId: 'urls',
  message: 'urls holds no URL: paste the list that is registered with the platform.',
  validatorName: 'urls',
});
