import type { CutoverSnapshot, PlannedRule } from '#contract/cutover.ts';
import type { RuleType } from '#contract/legacy.ts';
import { ruleMappings } from '#contract/property-mapping.ts';
import { eventTypesOfRule } from '#contract/rule-events.ts';

type Rule = CutoverSnapshot['rules'][number];

export const isKnownType = (type: string): type is RuleType => Object.hasOwn(ruleMappings, type);

/** What becomes of one rule. Of a type that is unknown here nothing is said: it has no event types. */
export const plannedRule = (rule: Rule): PlannedRule => {
  const { id, type, companyId, webhook, emails } = rule;
  return {
    ruleId: id,
    type,
    ...(companyId === undefined ? {} : { companyId }),
    ...(webhook === undefined ? {} : { url: webhook }),
    emails: [...emails],
    ...(isKnownType(type) ? changesOf(type) : unknown),
  };
};

type Changes = Pick<PlannedRule, 'eventTypes' | 'conditionsLost' | 'dropped' | 'renamed'>;
const unknown: Changes = { eventTypes: [], conditionsLost: [], dropped: [], renamed: [] };

const changesOf = (type: RuleType): Changes => {
  const { properties, conditionsLost } = ruleMappings[type];
  return {
    eventTypes: eventTypesOfRule[type].toSorted(),
    conditionsLost: conditionsLost.map(({ condition, check }) => ({ condition, check })),
    dropped: properties.flatMap(({ from, to }) => (to === undefined ? [from] : [])),
    renamed: properties.flatMap(({ from, to }) => (to === undefined ? [] : [{ from, to }])),
  };
};
