import { excerptOf } from './excerpt.ts';
import type { CodeBase, CodeFile, Explanation, Inspection, SourceFinding } from './inspection.ts';
import { inspectAlerts } from './recognizers/alerts/alerts.ts';
import { inspectKeys } from './recognizers/keys.ts';
import { loadGrammars } from './syntax/grammar-files.ts';
import type { Model } from './syntax/model.ts';
import { readModels } from './syntax/read.ts';

type Use = Omit<SourceFinding, 'excerpt'>;

/**
 * Loads what files are read by. Without it they are read by the generic tokenizer.
 * @param dataDir in which `recognizers/` extends the queries of a language
 * @throws Error that names the file, if a query of a user does not fit its language
 */
export const prepareInspection = (dataDir?: string): Promise<void> => loadGrammars(dataDir);

/**
 * Looks into one file. Takes anything, also what is cut off or no code at all; linear in the text's length.
 * @param codeBase What the other files define; without it, each file is read by itself.
 */
export const inspect = (path: string, text: string, codeBase?: CodeBase): Inspection => {
  const read = readOnce();
  const alerts = inspectAlerts(path, text, codeBase, read);
  const keys = inspectKeys(path, text, read);
  const explanations: Explanation[] = [...alerts.explanations, ...keys.explanations];
  const findings = strongestOfEachLine([...alerts.uses, ...keys.uses]).map((use) => ({
    ...use,
    excerpt: excerptOf(path, text, use.from),
  }));
  return { findings, explanations };
};

/** A region's models are read once, for all recognizers. */
const readOnce = (): ((path: string, text: string, language: string) => readonly Model[]) => {
  const known = new Map<string, readonly Model[]>();
  return (path, text, language) => {
    const key = `${language}\0${text}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const models = readModels(path, text, language);
    known.set(key, models);
    return models;
  };
};

const rank = { high: 0, medium: 1, low: 2 } as const;
const strongestOfEachLine = (uses: readonly Use[]): Use[] => {
  const kept = new Map<string, Use>();
  for (const use of uses) {
    const key = `${use.line} ${use.kind}`;
    const other = kept.get(key);
    const stronger =
      other === undefined ||
      (other.weak && !use.weak) ||
      (other.weak === use.weak && rank[use.confidence] < rank[other.confidence]);
    if (stronger) kept.set(key, use);
  }
  return [...kept.values()].sort((a, b) => a.line - b.line || a.from - b.from);
};

/** Whether a file may define what a path of another one is put together from, or a name of a header. */
export const maySharePaths = ({ text }: CodeFile): boolean =>
  /rules|alerts|clientid|retry.?after/i.test(text);
