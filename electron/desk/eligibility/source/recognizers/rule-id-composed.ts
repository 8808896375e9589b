import { composedSpans, joinedIds } from '#desk/eligibility/source/mentions/composed.ts';
import { childrenOf, type Model, type Node } from '#desk/eligibility/source/syntax/model.ts';
import { foldingOf } from '#desk/eligibility/source/values/fold.ts';
import { namesOf } from '#desk/eligibility/source/values/names.ts';
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
  if (model !== undefined && file.codeBase !== undefined) found.uses.push(...foldedRuleIds(read, model));
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
      why: 'Legacy webhook or alert: RuleId is composed of Rule and Id.',
    };
    if (!found.uses.some(({ line }) => line === use.line)) found.uses.push(use);
  }
  return found;
};

const folded = new Set<Node['kind']>(['operation', 'text', 'call']);
/** More of them in one file are data. */
const mostFolded = 2000;

/** Expressions that give `RuleId`, by what other files give to names. */
const foldedRuleIds = (read: ReadRegion, model: Model): Use[] => {
  const { file, region } = read;
  const folding = foldingOf(model, namesOf(model), file.codeBase);
  const uses: Use[] = [];
  const nodes = [...model.all('operation'), ...model.all('text'), ...model.all('call')]
    .filter((node) => childrenOf(node).length > 0 && !folded.has(node.parent?.kind ?? 'group'))
    .concat(model.all('operation').filter(({ parent }) => parent?.kind === 'call'))
    .concat(model.all('text').filter(({ parent, parts }) => parent?.kind === 'call' && parts.length > 1))
    .slice(0, mostFolded);
  for (const node of nodes) {
    const value = folding.valuesOf(node).find((one) => /^rule[-_]?id$/i.test(one));
    if (value === undefined || /rule[-_]?id/i.test(model.text.slice(node.from, node.to))) continue;
    const at = spanOf(read, node.from, Math.min(node.to, node.from + 200));
    const scope = linesAround(model, node, (offset) => file.lineAt(region.offsetOf(offset)));
    const score = (/^RuleI[dD]$/.test(value) ? 2 : 0.5) + file.evidence.at(at.line, scope);
    if (score < 2 || file.evidence.near(at.line) <= -4 || uses.some(({ line }) => line === at.line)) continue;
    uses.push({
      kind: 'rule-id-use',
      ...at,
      weak: file.weak,
      confidence: score >= 5 ? 'high' : 'medium',
      why: 'Legacy webhook or alert: RuleId is composed with a constant of another file.',
    });
  }
  return uses;
};
