import { chainOf, lastName, type Node, scopeAround } from '#desk/eligibility/source/syntax/model.ts';
import type { Place } from './place.ts';

/** `{ ruleId: rule.id }`: the id of a rule that was got as one. */
export const isIdOfRule = (value: Node | undefined): boolean =>
  value?.kind === 'member' &&
  /^(?:id|uuid|guid|key)$/i.test(value.name) &&
  value.object?.kind === 'name' &&
  /^(?:r|\w*rule)$/i.test(value.object.text);

const ofQueries =
  /^(?:where\w*|filter\w*|find\w*|exists\??|count\w*|exclude|rewhere|not|match|\$match|criteria|query|delete_?many|update_?many|group_?by)$/i;
const ofAlerts = /alert|hook|deliver|notification|inbox|inbound/i;
/** A field of a query for stored alerts: `WebhookAlert.where(rule_id: x)`, `webhookAlert.findMany({ where: { ruleId } })`. */
export const isQueried = ({ node }: Place): boolean => {
  let isQuery = false;
  for (
    let at = node.parent, step = 0;
    at !== undefined && step < 8 && at.kind !== 'scope';
    at = at.parent, step++
  ) {
    if (at.kind === 'pair' && ofQueries.test(lastName(at.key))) isQuery = true;
    if (at.kind !== 'call') continue;
    const chain = chainOf(at.callee);
    if (ofQueries.test(chain.at(-1) ?? '')) isQuery = true;
    if (isQuery && chain.slice(0, -1).some((one) => ofAlerts.test(one))) return true;
  }
  return isQuery && ofAlerts.test(scopeAround(node, 'class')?.name ?? '');
};
