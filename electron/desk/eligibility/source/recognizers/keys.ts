import type { CodeBase } from '#desk/eligibility/source/inspection.ts';
import { composedSpans, joinedIds } from '#desk/eligibility/source/mentions/composed.ts';
import { regionsOf } from '#desk/eligibility/source/regions/regions.ts';
import { languageOf } from '#desk/eligibility/source/syntax/grammars.ts';
import { lineFinder } from '#desk/eligibility/source/syntax/line-finder.ts';
import type { Model } from '#desk/eligibility/source/syntax/model.ts';
import { authorizations } from './authorization.ts';
import { clientIds } from './client-id.ts';
import { evidenceOf } from './evidence.ts';
import { retryAfters } from './retry-after.ts';
import { ruleIds } from './rule-id.ts';
import { composedRuleIds } from './rule-id-composed.ts';
import { strongestOfEachLine } from './strongest-of-line.ts';
import type { ReadRegion, Recognized, Subject } from './subjects.ts';
import { isDocument, isTestForm, isTestPath } from './test-code.ts';

/** Any of the words that the recognizers below look for. */
const words =
  /rule(?:\\?[-_ \t]){0,2}id|service[_-]?clientid|retry[_-]?after|authorization|php_auth|basic_?auth|bearer_?token|http_?(?:basic|bearer|token)|(?:unavailable|manyrequests)\w{0,20}exception/i;

const everyWord = new RegExp(words, 'gi');

/** Reads a text as code of a language; see `readModels`. */
export type ReadModels = (
  path: string,
  text: string,
  language: string,
  places: readonly number[],
) => readonly Model[];

/** Whether a text may use names that other files give to headers and to halves of words. */
export const usesNames = (text: string, codeBase: CodeBase | undefined): boolean =>
  codeBase?.namesHeaderIn?.(text) === true || codeBase?.namesHalfIn?.(text) === true;

/**
 * What a file shows of `RuleId`, `X-Service-ClientId`, `Retry-After` and `Authorization`, in all of its regions.
 * What stands in an inner region is judged there alone, by its own language.
 */
export const inspectKeys = (
  path: string,
  text: string,
  read: ReadModels,
  codeBase?: CodeBase,
): Recognized => {
  const found: Recognized = { uses: [], explanations: [] };
  const isComposed = composedSpans(text).length > 0;
  const isNamed = usesNames(text, codeBase);
  if (!words.test(text) && !isComposed && !isNamed) return found;
  const isWorthReading = (part: string): boolean => words.test(part) || isComposed || isNamed;
  const language = languageOf(path, text);
  const file: Subject = {
    path,
    text,
    ...(isNamed && { codeBase }),
    evidence: evidenceOf(path, text),
    weak: isTestPath(path) || isDocument(path) || isTestForm(text, language),
    lineAt: lineFinder(text),
  };
  const regions = regionsOf(path, text, isWorthReading);
  regions.forEach((region, index) => {
    if (!isWorthReading(region.text)) return;
    const inner = regions.filter(
      (other, at) =>
        at > index && other.depth > region.depth && other.from >= region.from && other.to <= region.to,
    );
    const places = placesIn(region.text, isComposed);
    const one: ReadRegion = { file, region, models: read(path, region.text, region.language, places) };
    const isOurs = ({ from }: { from: number }): boolean => !inner.some((other) => other.covers(from));
    for (const recognized of [ruleIds(one), clientIds(one), retryAfters(one), authorizations(one)]) {
      found.uses.push(...recognized.uses.filter(isOurs));
      found.explanations.push(...recognized.explanations.filter(isOurs));
    }
    // Its halves may stand in regions of their own.
    found.uses.push(...composedRuleIds(one).uses);
  });
  return { uses: strongestOfEachLine(found.uses), explanations: found.explanations };
};

/** Where the words stand, which is where a model is asked. */
const placesIn = (text: string, isComposed: boolean): number[] => {
  const places = [...text.matchAll(everyWord)].map(({ index }) => index);
  if (isComposed) for (const { from } of [...composedSpans(text), ...joinedIds(text)]) places.push(from);
  return places;
};
