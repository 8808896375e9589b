import { wordSet } from '#desk/eligibility/source/word-set.ts';
import type { Word } from './subjects.ts';

/** Any spelling of the word: `RuleId`, `ruleId`, `rule_id`, `rule-id`, `RULE_ID`, `ruleID`. */
export const spelling = /rule(?:\\?[-_ \t]){0,2}id/gi;
export const exact = /^(?:[:@$%&]*|\d+__)(?:rule[_-]?id)[?!]?$/i;
/** A text that is the word and nothing more. */
export const whole = /^(?:\d+__)?rule[_-]?id$/i;
/** Languages in which own properties are written in Pascal case, so that `RuleId` says little. */
export const pascalLanguages = wordSet('csharp vb fsharp go powershell apex pascal proto html swift-none');
export const isMarked = (word: Word): boolean => exact.test(word.whole);
