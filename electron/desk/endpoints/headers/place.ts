import { CatalogueError } from '#contract/errors.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { Target } from '#contract/target.ts';
import type { Webhook } from '#contract/webhook.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readWebhooks } from '#desk/targets/read-webhooks.ts';
import type { Confirm, TargetClient, Targets } from '#desk/targets/targets.ts';

export interface Modules {
  readonly context: DeskContext;
  readonly cases: Cases;
  readonly targets: Targets;
  readonly control: ServiceControl;
  readonly confirm: Confirm;
}

/** A case with the target that it is carried out on. */
export interface Place {
  readonly state: CaseState;
  readonly target: Target;
  readonly client: TargetClient;
}

export const openPlace = async ({ cases, targets }: Modules, caseId: string): Promise<Place> => {
  const state = await cases.state(caseId);
  const client = await targets.client(state.targetId);
  return { state, target: client.target, client };
};

/**
 * Before anything is changed or sent: the record that must follow would be refused.
 * @throws CatalogueError `case.notOpen`
 */
export const refuseUnlessOpen = ({ state }: Place): void => {
  if (state.state !== 'open') throw new CatalogueError('case.notOpen', { state: state.state });
};

/** @throws CatalogueError `webhook.notFound` */
export const findWebhook = async (place: Place, webhookId: string): Promise<Webhook> => {
  const found = (await readWebhooks(place.client)).find(({ id }) => id === webhookId.toLowerCase());
  if (found === undefined) throw new CatalogueError('webhook.notFound', { webhookId });
  return found;
};

/** Known from the target, or from the case. */
export const clientIdOf = ({ target, state }: Place): string | undefined => target.clientId ?? state.clientId;
