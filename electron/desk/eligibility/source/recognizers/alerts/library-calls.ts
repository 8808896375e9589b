import { patternsOf } from '#desk/eligibility/source/patterns.ts';
import { chainOf, lastName, type Model } from '#desk/eligibility/source/syntax/model.ts';
import { bare } from '#desk/eligibility/source/values/names.ts';
import type { AlertsUse } from './calls.ts';

const { rulesHolder, stores, tools } = patternsOf('alerts/library-calls');

const verb =
  '(?:get|list|fetch|retrieve|find|load|query|iterate|search|read|download|stream|poll|each|paginate|show|all|page|index|iter)';
/** Methods on something named for rules. */
const onRules = new RegExp(
  `^(?:${verb}(?:all|one|the|rule|rules|failed|latest|recent|by)*)?alerts?(?:log|history|page|list|for\\w*|by\\w*|of\\w*|get|using\\w*)?(?:async|sync|pages?|withhttpinfo|raw|response)?$`,
);
/** Methods that name both by themselves, also as generators of clients make them. */
const naming = new RegExp(
  `^(?:${verb}(?:all|the)*rules?(?:id)?alerts?(?:alertid|byid|by\\w*|for\\w*)?|${verb}alerts?(?:for|of|by)rules?(?:id)?|rules?(?:ruleid|id)?alerts?(?:alertid|id)?(?:${verb})|${verb}rulesalerts?\\w{0,12}|${verb}rulesruleidalerts)(?:async|sync|list|log|pages?|raw|withhttpinfo)?$`,
);
const onAlerts = new RegExp(`^(?:${verb})(?:all|one|async|byid|failed|latest|pages?|for\\w*|by\\w*)*$`);

/** Calls of the alerts through a library: `client.rules.listAlerts()`, `RulesApi.GetAlertsAsync(…)`, `api.rules.alerts.get()`. */
export const libraryCalls = (model: Model): AlertsUse[] => {
  const uses: AlertsUse[] = [];
  const called = new Set<unknown>();
  for (const call of model.all('call')) called.add(call.callee);
  const inRuby = model.language === 'ruby' ? model.all('member').filter((one) => !called.has(one)) : [];
  for (const node of [...model.all('call').map(({ callee }) => callee), ...inRuby]) {
    if (
      node?.kind !== 'member' ||
      !isOfLibrary(chainOf(node).map(bare)) ||
      isOwnModel(model, chainOf(node)[0] ?? '') ||
      isOfTool(model, chainOf(node)[0] ?? '')
    )
      continue;
    uses.push({
      from: node.nameFrom,
      to: node.nameFrom + node.name.length,
      confidence: 'medium',
      why: `Client library call for alerts: ${chainOf(node).slice(-3).join('.').slice(0, 120)}.`,
    });
  }
  for (const call of model.all('call')) {
    if (call.callee?.kind !== 'name' || !namedOnly.test(bare(lastName(call.callee)))) continue;
    if (isDefinedHere(model, lastName(call.callee))) continue;
    uses.push({
      from: call.callee.from,
      to: call.callee.to,
      confidence: 'low',
      why: `Client library call for alerts: ${lastName(call.callee).slice(0, 80)}.`,
    });
  }
  return uses;
};
/** As generators name functions by their path: `getRulesAlerts`, `useGetRulesRuleIdAlerts`, `listRuleAlerts`. */
const namedOnly = new RegExp(
  `^(?:use)?${verb}rules(?:ruleid|byruleid|id)?alerts?(?:alertid|byid)?(?:query|async)?$`,
);
/** The client of a tool with rules and alerts of its own, by what makes it: `new PrometheusClient(url)`. */
export const isOfTool = (model: Model, name: string): boolean =>
  model
    .all('definition')
    .some(
      (one) =>
        one.name === name && one.value?.kind === 'call' && clientOfTool.test(lastName(one.value.callee)),
    );
const clientOfTool = new RegExp(
  `^(?:new|create|make)?_?(?:${tools.source})\\w{0,20}?(?:client|api|sdk)?$`,
  'i',
);
/** Whether a name is imported from a module that matches. */
const isImportedFrom = (model: Model, name: string, pattern: RegExp): boolean =>
  model
    .all('import')
    .some(({ module, names }) => pattern.test(module) && names.some(({ local }) => local === name));
/** A model of the code base's own, by where it is imported from. */
const isOwnModel = (model: Model, name: string): boolean =>
  isImportedFrom(
    model,
    name,
    /(?:^|[/.])(?:models?|entit(?:y|ies)|db|stores?|repositor(?:y|ies))(?:[/.]|$)/i,
  );
/** One that is no library's, as its module is named from here. */
export const isModelOfCodeBase = (model: Model, name: string): boolean =>
  isOwnModel(model, name) && isImportedFrom(model, name, /^(?:\.|@\/|~|#|src\b|app\b)/);
const isDefinedHere = (model: Model, name: string): boolean =>
  model.all('scope').some((one) => one.name === name) ||
  model
    .all('definition')
    .some((one) => one.name === name && one.value !== undefined && one.value.kind === 'scope');

const isOfLibrary = (words: readonly string[]): boolean => {
  const name = words.at(-1) ?? '';
  const holders = words.slice(0, -1);
  if (name.length > 60 || words.some((word) => stores.test(word) || tools.test(word))) return false;
  const direct = holders.at(-1) ?? '';
  const named = name.includes('alert');
  if (named && onRules.test(name) && holders.slice(-2).some((word) => rulesHolder.test(word))) return true;
  if (
    named &&
    naming.test(name) &&
    direct !== 'this' &&
    direct !== 'self' &&
    direct !== '' &&
    direct !== 'super'
  )
    return true;
  return (
    !named &&
    onAlerts.test(name) &&
    /^(?:rule)?alerts$/.test(direct) &&
    holders.slice(0, -1).some((word) => rulesHolder.test(word))
  );
};
