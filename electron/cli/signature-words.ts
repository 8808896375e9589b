import {
  groupedFingerprint,
  isVouchedFor,
  type SignatureState,
  type Stretch,
  signatureLabel,
  signatureMeanings,
} from '#contract/signature-states.ts';
import { colors } from './colors.ts';

/** Who vouches for which entries, a line for each stretch, and what the states mean that are none to rely on. */
export const stretchLines = (stretches: readonly Stretch[]): string[] => {
  const doubtful = new Set<SignatureState>();
  const lines = stretches.flatMap((stretch) => {
    if (!isVouchedFor(stretch.state)) doubtful.add(stretch.state);
    const line = `  ${placeOf(stretch)}: ${colored(stretch)(signatureLabel(stretch))}`;
    const { state, signer } = stretch;
    return state === 'unknown' && signer !== undefined
      ? [line, colors.dim(`    fingerprint ${groupedFingerprint(signer.fingerprint)}`)]
      : [line];
  });
  return [...lines, ...[...doubtful].map((state) => `  ${signatureMeanings[state]}`)];
};

const placeOf = ({ from, upTo }: Stretch): string =>
  from === upTo ? `Entry ${from}` : `Entries ${from} to ${upTo}`;

const colored = ({ state }: Stretch) => {
  if (state === 'broken') return colors.red;
  return isVouchedFor(state) ? colors.green : colors.yellow;
};
