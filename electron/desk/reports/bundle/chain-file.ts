import { type ChainFile, ChainFile as Shape } from '#contract/bundle.ts';
import type { DigestedEntry } from '#desk/cases/chain-part.ts';
import { checkSignatures } from '#desk/cases/signatures.ts';
import { inForm } from './in-form.ts';

/** The audit chain in a bundle: as it was signed, with contents as text, so that a few lines of any language check it. */
export const chainFile = (caseId: string, entries: readonly DigestedEntry[]): string => {
  const digest = entries.at(-1)?.digest ?? '';
  const file: ChainFile = { format: 'carryover-chain', version: 1, caseId, digest, entries: [...entries] };
  return `${JSON.stringify(file, undefined, 1)}\n`;
};

/** What is wrong with a chain that claims to end at a point; undefined if nothing is. */
export const chainProblem = (text: string, caseId: string, digest: string): string | undefined => {
  const file = inForm<ChainFile>(Shape, text);
  if (typeof file === 'string') return file;
  if (file.caseId !== caseId) return 'It is the chain of another case.';
  const { digests, problems } = checkSignatures(caseId, file.entries);
  const [problem] = problems;
  if (problem !== undefined) return problem.what;
  const unfit = file.entries.find(
    (entry, index) => entry.seq !== index + 1 || entry.digest !== digests[index],
  );
  if (unfit !== undefined) return `Entry ${unfit.seq} does not fit its place or its digest.`;
  return file.digest === digest && digests.at(-1) === digest
    ? undefined
    : 'It does not end at the point that the reports are of.';
};
