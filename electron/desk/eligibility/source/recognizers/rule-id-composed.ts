import { composedSpans, joinedIds } from '#desk/eligibility/source/mentions/composed.ts';
import { linesAround } from './place.ts';
import { type ReadRegion, type Recognized, spanOf, type Use } from './subjects.ts';

/** Other ids of a webhook, whose first halves stand in the same list. */
const siblings = /(?<![a-z])(?:alert|company|data_?connection|client)(?![a-z])/gi;
/** Characters around a first half in which its list is. */
const nearby = 200;
/** Characters between both halves. */
const apart = 2500;
const most = 20;

/** `RuleId` that is put together from `Rule` and `Id` when the code runs. */
export const composedRuleIds = (read: ReadRegion): Recognized => {
  const found: Recognized = { uses: [], explanations: [] };
  const { file, region, models } = read;
  const [model] = models;
  const spans = composedSpans(region.text).slice(0, most);
  if (spans.length === 0 || model === undefined) return found;
  const joins = joinedIds(region.text);
  for (const span of spans) {
    const place =
      joins
        .filter(({ from }) => Math.abs(from - span.from) < apart)
        .sort((a, b) => Math.abs(a.from - span.from) - Math.abs(b.from - span.from))[0] ?? span;
    const at = spanOf(read, place.from, place.to);
    const scope = linesAround(model, model.at(place.from), (offset) => file.lineAt(region.offsetOf(offset)));
    const list = region.text.slice(Math.max(0, span.from - nearby), span.to + nearby);
    const score = file.evidence.at(at.line, scope) + Math.min(2, new Set(list.match(siblings)).size) * 1.5;
    if (score < 3 || file.evidence.near(at.line) <= -4) continue;
    const use: Use = {
      kind: 'rule-id-use',
      ...at,
      weak: file.weak,
      confidence: score >= 6 ? 'medium' : 'low',
      why: 'RuleId is put together from Rule and Id: the RuleId of a legacy webhook or an alert.',
    };
    if (!found.uses.some(({ line }) => line === use.line)) found.uses.push(use);
  }
  return found;
};
