import { composedSpans } from '#desk/eligibility/source/mentions/composed.ts';
import { regionsOf } from '#desk/eligibility/source/regions/regions.ts';
import { languageOf } from '#desk/eligibility/source/syntax/grammars.ts';
import type { Model } from '#desk/eligibility/source/syntax/model.ts';
import { authorizations } from './authorization.ts';
import { clientIds } from './client-id.ts';
import { evidenceOf } from './evidence.ts';
import { retryAfters } from './retry-after.ts';
import { ruleIds } from './rule-id.ts';
import { composedRuleIds } from './rule-id-composed.ts';
import type { ReadRegion, Recognized, Subject, Use } from './subjects.ts';
import { isDocument, isTestForm, isTestPath } from './test-code.ts';

/** Any of the words that the recognizers below look for. */
const words =
  /rule(?:\\?[-_ \t]){0,2}id|service[_-]?clientid|retry[_-]?after|authorization|php_auth|basic_?auth|bearer_?token|http_?(?:basic|bearer|token)|(?:unavailable|manyrequests)\w{0,20}exception/i;

/** The offsets at which lines begin, for lines from 1. */
const lineIndex = (text: string): ((offset: number) => number) => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
};

/** Reads a text as code of a language; see `readModels`. */
export type ReadModels = (path: string, text: string, language: string) => readonly Model[];

/**
 * What a file shows of `RuleId`, `X-Service-ClientId`, `Retry-After` and `Authorization`, in all of its regions.
 * What stands in an inner region is judged there alone, by its own language.
 */
export const inspectKeys = (path: string, text: string, read: ReadModels): Recognized => {
  const found: Recognized = { uses: [], explanations: [] };
  const isComposed = composedSpans(text).length > 0;
  if (!words.test(text) && !isComposed) return found;
  const isWorthReading = (part: string): boolean => words.test(part) || isComposed;
  const language = languageOf(path, text);
  const file: Subject = {
    path,
    text,
    evidence: evidenceOf(path, text),
    weak: isTestPath(path) || isDocument(path) || isTestForm(text, language),
    lineAt: lineIndex(text),
  };
  const regions = regionsOf(path, text, isWorthReading);
  regions.forEach((region, index) => {
    if (!isWorthReading(region.text)) return;
    const inner = regions.filter(
      (other, at) =>
        at > index && other.depth > region.depth && other.from >= region.from && other.to <= region.to,
    );
    const one: ReadRegion = { file, region, models: read(path, region.text, region.language) };
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

const rank = { high: 0, medium: 1, low: 2 } as const;

/** At most one use of a kind on a line: the one that counts most. */
const strongestOfEachLine = (uses: readonly Use[]): Use[] => {
  const kept = new Map<string, Use>();
  for (const use of uses) {
    const key = `${use.line} ${use.kind}`;
    const other = kept.get(key);
    const isStronger =
      other === undefined ||
      (other.weak && !use.weak) ||
      (other.weak === use.weak && rank[use.confidence] < rank[other.confidence]);
    if (isStronger) kept.set(key, use);
  }
  return [...kept.values()].sort((a, b) => a.line - b.line || a.from - b.from);
};
