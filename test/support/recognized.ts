import { inspectKeys } from '#desk/eligibility/source/recognizers/keys.ts';
import type { Recognized } from '#desk/eligibility/source/recognizers/subjects.ts';
import { loadGrammars } from '#desk/eligibility/source/syntax/grammar-files.ts';
import { readModels } from '#desk/eligibility/source/syntax/read.ts';

await loadGrammars();

const mark = /«([a-z-]+)(\??)»/g;

/** What a file shows of RuleId and of the three headers, by the grammars that come with the program. */
export const recognizedIn = (path: string, text: string): Recognized => inspectKeys(path, text, readModels);

/** The kinds and lines of what is found in code that is marked with `«kind»`; the marks are taken out first. */
export const foundIn = (path: string, code: string): string[] =>
  recognizedIn(path, code.replace(mark, ''))
    .uses.map(({ kind, weak, line }) => `${kind}${weak ? '?' : ''} ${line}`)
    .sort();
