import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import type { Mutant } from '@stryker-mutator/api/core';
import { Instrumenter, type InstrumenterOptions } from '@stryker-mutator/instrumenter';

/** Texts are for people: a changed word is seen by a reader, not by a test. */
export const excludedMutations = ['StringLiteral', 'Regex'];

export interface Sample {
  /** Ranges as Stryker's `mutate` has them: `file:line:column-line:column`. */
  readonly ranges: readonly string[];
  /** How many mutants lie in them. */
  readonly size: number;
  /** How many there are in all. */
  readonly all: number;
}

/**
 * Mutants chosen by a hash of what they change and to what: the same ones in each run as long as their code stays, so
 * that results can be kept. A range holds the mutants inside it too; a block with more than a few is left to them.
 * @param wanted how many, about
 * @param name chooses another sample, for figures that nobody has worked towards
 */
export const sampleOf = async (sources: readonly string[], wanted: number, name = ''): Promise<Sample> => {
  const mutants = await mutantsIn(sources);
  const inner = (one: Mutant): Mutant[] => mutants.filter((other) => contains(one, other));
  const chosen = new Set<Mutant>();
  const ranges = new Set<string>();
  const byHash = mutants
    .map((mutant) => ({ mutant, key: hashOf(mutant, name) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const { mutant } of byHash) {
    if (chosen.size >= wanted) break;
    if (chosen.has(mutant)) continue;
    const held = inner(mutant);
    if (held.length > mostInRange) continue;
    for (const one of held) chosen.add(one);
    ranges.add(rangeOf(mutant));
  }
  return { ranges: [...ranges], size: chosen.size, all: mutants.length };
};
const mostInRange = 6;

const quiet = () => undefined;
const logger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: quiet,
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: quiet,
  fatal: quiet,
};

const mutantsIn = async (sources: readonly string[]): Promise<Mutant[]> => {
  const files = globSync([...sources]).sort();
  const options: InstrumenterOptions = { plugins: null, excludedMutations, ignorers: [], noHeader: true };
  const { mutants } = await new Instrumenter(logger).instrument(
    files.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') })),
    options,
  );
  return mutants.filter(({ status }) => status === undefined);
};

const contains = (outer: Mutant, inner: Mutant): boolean =>
  outer.fileName === inner.fileName &&
  !isBefore(inner.location.start, outer.location.start) &&
  !isBefore(outer.location.end, inner.location.end);

const isBefore = (a: Mutant['location']['start'], b: Mutant['location']['start']): boolean =>
  a.line < b.line || (a.line === b.line && a.column < b.column);

const rangeOf = ({ fileName, location: { start, end } }: Mutant): string =>
  `${fileName}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;

const hashOf = ({ fileName, mutatorName, replacement, location }: Mutant, name: string): string => {
  const lines = location.end.line - location.start.line;
  const columns = `${location.start.column}-${location.end.column}`;
  return createHash('sha256')
    .update([fileName, mutatorName, replacement, lines, columns, ...(name === '' ? [] : [name])].join('\0'))
    .digest('hex');
};
