import type { CodeBase, Explanation, SourceFinding } from '#desk/eligibility/source/inspection.ts';
import { isDocument, isTestForm, isTestPath } from '#desk/eligibility/source/recognizers/test-code.ts';
import { regionsOf } from '#desk/eligibility/source/regions/regions.ts';
import { languageOf } from '#desk/eligibility/source/syntax/grammars.ts';
import { lineFinder } from '#desk/eligibility/source/syntax/line-finder.ts';
import type { Model } from '#desk/eligibility/source/syntax/model.ts';
import { readModels } from '#desk/eligibility/source/syntax/read.ts';
import { foldingOf } from '#desk/eligibility/source/values/fold.ts';
import { namesOf } from '#desk/eligibility/source/values/names.ts';
import { type AlertsReading, readPaths } from './calls.ts';
import { libraryCalls } from './library-calls.ts';
import { explainNames } from './reasons.ts';
import { spokenOf } from './spoken.ts';

type ReadModels = (path: string, text: string, language: string) => readonly Model[];

/** A use of the alerts endpoints; the excerpt is added by whoever puts the inspection together. */
export type AlertsFinding = Omit<SourceFinding, 'excerpt'>;

const words = /alert/i;

/**
 * Calls of the three alerts endpoints in a file, in all of its regions, and why other mentions of them are none.
 * @param codeBase What other files define; a path may be put together from them alone.
 */
export const inspectAlerts = (
  path: string,
  text: string,
  codeBase?: CodeBase,
  read: ReadModels = readModels,
): { uses: AlertsFinding[]; explanations: Explanation[] } => {
  const lineAt = lineFinder(text);
  const weak = isTestPath(path) || isTestForm(text, languageOf(path, text)) || isDocument(path);
  const uses: AlertsFinding[] = [];
  const explanations: Explanation[] = [];
  const regions = regionsOf(path, text);
  regions.forEach((region, index) => {
    const inner = regions.filter(
      (other, at) =>
        at > index && other.depth > region.depth && region.from <= other.from && other.to <= region.to,
    );
    const isInner = (at: number, end = at + 1): boolean =>
      inner.some(({ from, to, language }) => language !== 'expression' && from <= at && end <= to);
    /** Paths that a syntax tree shows to be something else; tokens tell less. */
    const settled = new Set<string>();
    for (const model of read(path, region.text, region.language)) {
      const reading = readRegion(model, codeBase);
      if (model.source === 'syntax-tree')
        for (const one of reading.explanations) settled.add(`${one.from}-${one.to}`);
      for (const { from, to, ...use } of reading.uses) {
        if (model.source === 'tokens' && settled.has(`${from}-${to}`)) continue;
        const start = region.offsetOf(from);
        const end = Math.max(start + 1, region.offsetOf(to));
        if (isInner(start, end)) continue;
        uses.push({
          ...use,
          kind: 'alerts-call',
          from: start,
          to: end,
          line: lineAt(start),
          weak: weak || use.weak,
        });
      }
      for (const one of reading.explanations) {
        const from = region.offsetOf(one.from);
        if (!isInner(from))
          explanations.push({
            ...one,
            subject: 'alerts-endpoints',
            from,
            to: Math.max(from + 1, region.offsetOf(one.to)),
          });
      }
    }
  });
  return { uses: onePerPlace(uses), explanations };
};

const readRegion = (
  model: Model,
  codeBase: CodeBase | undefined,
): {
  uses: (AlertsReading['uses'][number] & { weak: boolean })[];
  explanations: AlertsReading['explanations'];
} => {
  const spoken = spokenOf(model, (text) => {
    const [inComment] = readModels(model.path, text, model.language);
    return inComment === undefined ? [] : readPaths(inComment, undefined).uses;
  });
  const strong = { weak: false };
  if (!words.test(model.text) && codeBase === undefined) return { uses: [], explanations: [] };
  const paths = readPaths(model, codeBase);
  const folding = foldingOf(model, namesOf(model), codeBase);
  const inSpoken = (at: number): boolean => spoken.stretches.some(({ from, to }) => from <= at && at < to);
  const calls = [...paths.uses, ...libraryCalls(model)].filter(({ from }) => !inSpoken(from));
  const explanations = [
    ...spoken.explanations,
    ...paths.explanations,
    ...explainNames(model, codeBase, folding.valuesOf),
  ];
  return {
    uses: [
      ...calls.map((use) => ({ ...use, ...strong })),
      ...spoken.uses.map((use) => ({ ...use, weak: true })),
    ],
    explanations,
  };
};

/** One of a line: the first that counts. */
const onePerPlace = (uses: readonly AlertsFinding[]): AlertsFinding[] => {
  const kept = new Map<number, AlertsFinding>();
  for (const use of [...uses].sort((a, b) => a.from - b.from)) {
    const before = kept.get(use.line);
    if (before === undefined || (before.weak && !use.weak)) kept.set(use.line, use);
  }
  return [...kept.values()];
};
