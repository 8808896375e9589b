import type { CodeBase, Explanation } from '#desk/eligibility/source/inspection.ts';
import type { Use } from '#desk/eligibility/source/recognizers/subjects.ts';
import { isDocument, isTestForm, isTestPath } from '#desk/eligibility/source/recognizers/test-code.ts';
import { type Region, regionsOf } from '#desk/eligibility/source/regions/regions.ts';
import { languageOf } from '#desk/eligibility/source/syntax/grammars.ts';
import { lineFinder } from '#desk/eligibility/source/syntax/line-finder.ts';
import type { Model } from '#desk/eligibility/source/syntax/model.ts';
import { readModels } from '#desk/eligibility/source/syntax/read.ts';
import { foldingOf } from '#desk/eligibility/source/values/fold.ts';
import { namesOf } from '#desk/eligibility/source/values/names.ts';
import { type AlertsReading, readPaths } from './calls.ts';
import { libraryCalls } from './library-calls.ts';
import { proseOf } from './prose.ts';
import { explainNames } from './reasons.ts';

type ReadModels = (path: string, text: string, language: string) => readonly Model[];

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
): { uses: Use[]; explanations: Explanation[] } => {
  const lineAt = lineFinder(text);
  const weak = isTestPath(path) || isTestForm(text, languageOf(path, text)) || isDocument(path);
  const uses: Use[] = [];
  const explanations: Explanation[] = [];
  const regions = regionsOf(path, text);
  regions.forEach((region, index) => {
    const isInner = innerOf(regions, index);
    const readings = read(path, region.text, region.language).map((model) => readRegion(model, codeBase));
    for (const { from, to, ...use } of usesOf(readings)) {
      const start = region.offsetOf(from);
      const end = Math.max(start + 1, region.offsetOf(to));
      if (isInner(start, end)) continue;
      const place = { from: start, to: end, line: lineAt(start), weak: weak || use.weak };
      uses.push({ ...use, kind: 'alerts-call', ...place });
    }
    for (const one of readings.flatMap((reading) => reading.explanations)) {
      const from = region.offsetOf(one.from);
      const to = Math.max(from + 1, region.offsetOf(one.to));
      if (!isInner(from, from + 1)) explanations.push({ ...one, subject: 'alerts-endpoints', from, to });
    }
  });
  return { uses: onePerPlace(uses), explanations };
};

/** Whether a stretch of the file is read in a region inside of another one. */
const innerOf = (regions: readonly Region[], index: number) => {
  const { from: first, to: last, depth } = regions[index] as Region;
  const inner = regions.filter(
    (other, at) =>
      at > index &&
      other.depth > depth &&
      other.language !== 'expression' &&
      first <= other.from &&
      other.to <= last,
  );
  return (at: number, end: number): boolean => inner.some(({ from, to }) => from <= at && end <= to);
};

/** Uses in all models of a region, but for those by tokens that a syntax tree shows to be something else. */
const usesOf = (readings: readonly RegionReading[]): RegionReading['uses'] => {
  const settled = new Set<string>();
  return readings.flatMap(({ source, uses, explanations }) => {
    if (source === 'syntax-tree') for (const { from, to } of explanations) settled.add(`${from}-${to}`);
    return uses.filter(({ from, to }) => source !== 'tokens' || !settled.has(`${from}-${to}`));
  });
};

interface RegionReading {
  readonly source: Model['source'];
  readonly uses: (AlertsReading['uses'][number] & { weak: boolean })[];
  readonly explanations: AlertsReading['explanations'];
}

const readRegion = (model: Model, codeBase: CodeBase | undefined): RegionReading => {
  const { source } = model;
  if (!words.test(model.text) && codeBase === undefined) return { source, uses: [], explanations: [] };
  const prose = proseOf(model, (text) => {
    const [inComment] = readModels(model.path, text, model.language);
    return inComment === undefined ? [] : readPaths(inComment, undefined).uses;
  });
  const paths = readPaths(model, codeBase);
  const folding = foldingOf(model, namesOf(model), codeBase);
  const inProse = (at: number): boolean => prose.stretches.some(({ from, to }) => from <= at && at < to);
  const calls = [...paths.uses, ...libraryCalls(model)].filter(({ from }) => !inProse(from));
  return {
    source,
    uses: [
      ...calls.map((use) => ({ ...use, weak: false })),
      ...prose.uses.map((use) => ({ ...use, weak: true })),
    ],
    explanations: [
      ...prose.explanations,
      ...paths.explanations,
      ...explainNames(model, codeBase, folding.valuesOf),
    ],
  };
};

/** One of a line: the first that counts. */
const onePerPlace = (uses: readonly Use[]): Use[] => {
  const kept = new Map<number, Use>();
  for (const use of [...uses].sort((a, b) => a.from - b.from)) {
    const before = kept.get(use.line);
    if (before === undefined || (before.weak && !use.weak)) kept.set(use.line, use);
  }
  return [...kept.values()];
};
