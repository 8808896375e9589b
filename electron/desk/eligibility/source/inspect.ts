import type { MentionSubject } from '#contract/eligibility.ts';
import { excerptOf } from './excerpt.ts';
import type { CodeBase, Inspection } from './inspection.ts';
import { inspectAlerts } from './recognizers/alerts/alerts.ts';
import { inspectKeys, usesNames } from './recognizers/keys.ts';
import { strongestOfEachLine } from './recognizers/strongest-of-line.ts';
import type { Recognized } from './recognizers/subjects.ts';
import { loadVocabulary } from './recognizers/vocabulary.ts';
import { loadGrammars } from './syntax/grammar-files.ts';
import { type ReadModels, readModels, readOnce } from './syntax/read.ts';

/**
 * Loads what files are read by. Without it they are read by the generic tokenizer.
 * @param dataDir in which `recognizers/` extends the queries of a language, the terms and what is known of headers
 * @throws ReadError `file.unreadable`, if a query of a user does not fit its language; Error, if a list says what it can't
 */
export const prepareInspection = async (dataDir?: string): Promise<void> => {
  loadVocabulary(dataDir);
  await loadGrammars(dataDir);
};

/** What is known of a file before it is looked into. */
export interface InspectionContext {
  /** What the other files define; without it, each file is read by itself. */
  readonly codeBase?: CodeBase;
  /** Of the file's mentions; without them, all are looked for. */
  readonly subjects?: ReadonlySet<MentionSubject>;
  readonly read?: ReadModels;
  /** What it shows of the headers and of `RuleId` by itself, where that is known already. */
  readonly keys?: Recognized;
}

/** Inspects one file. Takes anything, also what is cut off or no code at all; linear in the text's length. */
export const inspect = (
  path: string,
  text: string,
  { codeBase, subjects, read: readFile = readModels, keys: known }: InspectionContext = {},
): Inspection => {
  const read = readOnce(readFile);
  // Every part of the path is a mention here, or a constant of another file.
  const mayCall =
    subjects === undefined ||
    subjects.has('alerts-endpoints') ||
    codeBase?.namesAlertsIn === undefined ||
    codeBase.namesAlertsIn(text);
  const alerts = mayCall ? inspectAlerts(path, text, codeBase, read) : { uses: [], explanations: [] };
  const keys =
    known !== undefined && !usesNames(text, codeBase) ? known : inspectKeys(path, text, read, codeBase);
  const findings = strongestOfEachLine([...alerts.uses, ...keys.uses]).map((use) => ({
    ...use,
    excerpt: excerptOf(path, text, use.from),
  }));
  return { findings, explanations: [...alerts.explanations, ...keys.explanations] };
};
