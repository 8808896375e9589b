import { bare } from './evidence.ts';
import type { Use } from './finding.ts';
import { chainEndingAt, isLink, isOp, type Source } from './source.ts';

const verb =
  '(?:get|list|fetch|retrieve|find|load|query|iterate|search|read|download|stream|poll|each|paginate|show|all|page|index)';
/** Methods on something named for rules. */
const onRules = new RegExp(
  `^(?:${verb}(?:all|one|the|rule|rules|failed|latest|recent|by)*)?alerts?(?:log|history|page|list|for\\w*|by\\w*|of\\w*)?(?:async|sync|pages?|withhttpinfo)?$`,
);
/** Methods that name both by themselves, also as generators of clients make them. */
const naming = new RegExp(
  `^(?:${verb}(?:all|the)*rules?(?:id)?alerts?|${verb}alerts?(?:for|of|by)rules?(?:id)?|rules?(?:ruleid)?alerts?(?:alertid)?get|${verb}rulesalerts?\\w{0,12})(?:async|sync|list|log|pages?)?$`,
);
const rulesHolder =
  /^(?:\w*rulesapi|\w*ruleapi|rules|rulesclient|\w*rulesclient|\w*ruleclient|rulesresource|rulesendpoint|rulessdk|getrules|rulealertsapi|rulesservice|rulesv\d|alertsapi)$/;
const onAlerts = new RegExp(`^(?:${verb})(?:all|one|async|byid|failed|latest|pages?|for\\w*|by\\w*)*$`);
const foreign =
  /^(?:repo|\w*repository|dao|\w*dao|db|\w*store|store|cache|prisma|orm|entitymanager|session|context|dbcontext|_context|_db|schema|knex|mongoose|collection|database|firestore|\$store|vm|this\$|page|screen|viewmodel)$/i;

/** Calls of the alerts through a library: `client.rules.listAlerts()`, `RulesApi.GetAlertsAsync(…)`. */
export const sdkCalls = (source: Source): Use[] => {
  const { tokens } = source;
  const uses: Use[] = [];
  if (!/alert/i.test(source.text) || !/rule/i.test(source.text)) return uses;
  tokens.forEach((token, index) => {
    if (token.kind !== 'id' || !isLink(tokens[index - 1]) || !opensCall(source, index)) return;
    const name = bare(token.text);
    if (name.length > 60) return;
    const alertsNamed = name.includes('alert');
    if (!alertsNamed && !onAlerts.test(name)) return;
    const { words } = chainEndingAt(source, index);
    const holders = words.slice(0, -1).map(bare);
    if (words.some((word) => foreign.test(word))) return;
    const direct = holders.at(-1) ?? '';
    const near = holders.slice(-2);
    const found =
      (alertsNamed && onRules.test(name) && near.some((word) => rulesHolder.test(word))) ||
      (alertsNamed && naming.test(name) && direct !== 'this' && direct !== 'self' && holders.length > 0) ||
      (!alertsNamed &&
        /^(?:rule)?alerts$/.test(direct) &&
        holders.slice(0, -1).some((word) => rulesHolder.test(word)));
    if (!found) return;
    // A chain that goes on to a list's own verb is reported there.
    const score =
      source.evidence.near(token.line) * 0.6 +
      source.evidence.ofFunction(token.line) * 0.5 +
      source.evidence.ofFile() * 0.2;
    if (score < -2) return;
    uses.push({
      kind: 'alerts-call',
      at: token.start,
      line: token.line,
      confidence: score > 1 ? 'high' : 'medium',
      why: `A call of ${words.slice(-3).join('.').slice(0, 120)}, by which a client library gets the alerts.`,
    });
  });
  return uses;
};

/** Called, also without brackets in Ruby, or given on as a method. */
const opensCall = ({ tokens, language }: Source, index: number): boolean => {
  const next = tokens[index + 1];
  if (isOp(next, '(')) return true;
  if (isOp(next, '<')) return true;
  if (isOp(next, '?.', '!') && isOp(tokens[index + 2], '(')) return true;
  return language === 'Ruby' && !isOp(next, '=', '[');
};
