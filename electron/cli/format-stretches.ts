import {
  groupedFingerprint,
  isVouchedFor,
  type Stretch,
  signatureLabel,
  signatureMeaning,
} from '#contract/signature-states.ts';
import { colors } from './colors.ts';

/** Who vouches for which entries, a line for each stretch, and what the states mean that are none to rely on. */
export const stretchLines = (stretches: readonly Stretch[]): string[] => {
  const doubtful = new Set<string>();
  const lines = stretches.flatMap((stretch) => {
    if (!isVouchedFor(stretch.state)) doubtful.add(signatureMeaning(stretch));
    const line = `  ${placeOf(stretch)}: ${colored(stretch)(signatureLabel(stretch))}`;
    const { state, signer } = stretch;
    return state === 'unknown' && signer !== undefined
      ? [line, colors.dim(`    fingerprint ${groupedFingerprint(signer.fingerprint)}`)]
      : [line];
  });
  return [...lines, ...[...doubtful].map((meaning) => `  ${meaning}`)];
};

/** Such as `Entry 3` or `Entries 1 to 4`. */
export const placeOf = ({ from, upTo }: Pick<Stretch, 'from' | 'upTo'>): string =>
  from === upTo ? `Entry ${from}` : `Entries ${from} to ${upTo}`;

const colored = ({ state }: Stretch) => {
  if (state === 'broken') return colors.red;
  return isVouchedFor(state) ? colors.green : colors.yellow;
};
