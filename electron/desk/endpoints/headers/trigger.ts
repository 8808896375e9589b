import { errorText } from '#base/error-text.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { PlannedCall } from '#contract/target.ts';
import type { Webhook } from '#contract/webhook.ts';
import { TargetError } from '#desk/targets/target-error.ts';
import type { TargetClient } from '#desk/targets/targets.ts';

/** Makes the event `company.created` on a remote target, by a company that is there for a moment only. */

const checkTag = 'carryoverCheck';

export const triggerCalls: readonly PlannedCall[] = [
  {
    method: 'POST',
    path: '/companies',
    why: 'Creates a temporary company, so that company.created is sent.',
  },
  {
    method: 'DELETE',
    path: '/companies/{companyId}',
    why: 'Deletes that company; subscribers receive company.deleted.',
  },
];

/** Whether a company that is made now is an event for this endpoint. */
export const canTrigger = ({ eventTypes, companyId, disabled }: Webhook): boolean =>
  eventTypes.includes('company.created') && companyId === undefined && !disabled;

/**
 * @param checkId tells the company from all others
 * @throws CatalogueError `headers.companyLeft` naming it if it can't be deleted; TargetError if none was created
 */
export const triggerEvent = async (
  client: TargetClient,
  webhook: Webhook,
  checkId: string,
): Promise<void> => {
  const name = `Carryover header check ${checkId.slice(0, 8)}`;
  const companyId = await createCompany(client, webhook, name, checkId);
  await deleteCompany(client, companyId);
};

const createCompany = async (
  client: TargetClient,
  { companyTags }: Webhook,
  name: string,
  checkId: string,
): Promise<string> => {
  // An endpoint with tags hears of companies only that have one of them.
  const [tag = ''] = companyTags;
  const colon = tag.indexOf(':');
  const tags = { ...(colon > 0 ? { [tag.slice(0, colon)]: tag.slice(colon + 1) } : {}), [checkTag]: checkId };
  try {
    const { body } = await client.call<{ id: string }>({
      method: 'POST',
      path: '/companies',
      body: { name, description: 'Made for a check of webhook headers; deleted again at once.', tags },
    });
    return body.id;
  } catch (error) {
    if (error instanceof TargetError && !error.notCarriedOut)
      await removeUncertain(client, name, checkId, error);
    throw error;
  }
};

/** The answer was lost, and the company may be there: it is looked for by its tag. */
const removeUncertain = async (
  client: TargetClient,
  name: string,
  checkId: string,
  cause: Error,
): Promise<void> => {
  let found: readonly { id: string }[];
  try {
    found = await client.all<{ id: string }>('/companies', { query: `tags.${checkTag}="${checkId}"` });
  } catch {
    const details = { target: client.target.name, problem: cause.message, name };
    throw new CatalogueError('headers.companyUncertain', details, [], { cause });
  }
  for (const { id } of found) await deleteCompany(client, id);
};

const deleteCompany = async (client: TargetClient, companyId: string): Promise<void> => {
  try {
    await client.call({
      method: 'DELETE',
      path: `/companies/${encodeURIComponent(companyId)}`,
      repeatable: true,
    });
  } catch (error) {
    // It is gone: an answer before this one was lost.
    if (error instanceof TargetError && error.statusCode === 404) return;
    const problem = errorText(error);
    const details = { companyId, target: client.target.name, problem };
    throw new CatalogueError('headers.companyLeft', details, [], { cause: error });
  }
};
