import type { AlertPayload, Rule } from '#contract/legacy.ts';
import type { Client } from '#service/core/context.ts';
import { insertAlerts, type NewAlert } from '#service/store/alerts.ts';
import type { ServiceContext } from '#service/store/context.ts';
import type { Legacy } from './legacy.ts';
import { type Occurrence, occurrencesOf } from './occurrences.ts';
import type { Registry } from './registry.ts';

/** Makes an alert for each rule that listens to what an event is to the legacy mechanism. */
export const createPublish =
  (context: ServiceContext, client: Client, registry: Registry): Legacy['publish'] =>
  async (tx, event) => {
    const { fires, listening } = await registry.read(tx);
    if (!fires) return;
    const alerts = occurrencesOf(event).flatMap((occurrence) =>
      listening(occurrence.ruleType, occurrence.companyId).map((rule) =>
        alertFor(context, client, rule, occurrence),
      ),
    );
    if (alerts.length === 0) return;
    await insertAlerts(tx, alerts);
    tx.afterCommit(() => {
      for (const { id } of alerts) context.announce({ type: 'alert', alertId: id, status: 'Pending' });
      context.wake();
    });
  };

const alertFor = (
  { ids, clock }: ServiceContext,
  client: Client,
  rule: Rule,
  occurrence: Occurrence,
): NewAlert => {
  const id = ids.uuid();
  const { companyId, connectionId } = occurrence;
  const payload: AlertPayload = {
    AlertId: id,
    RuleId: rule.id,
    RuleType: rule.type,
    ClientId: client.id,
    ClientName: client.name,
    ...(companyId !== undefined && { CompanyId: companyId }),
    ...(connectionId !== undefined && { DataConnectionId: connectionId }),
    Message: occurrence.message,
    Data: occurrence.data,
  };
  return {
    id,
    ruleId: rule.id,
    ruleType: rule.type,
    companyId,
    url: rule.notifiers.webhook,
    emails: rule.notifiers.emails,
    payloadJson: JSON.stringify(payload),
    createdAt: clock.now(),
  };
};
