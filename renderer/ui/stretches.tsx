import { Code, List, Text } from '@mantine/core';
import {
  groupedFingerprint,
  isVouchedFor,
  type Stretch,
  signatureLabel,
  signatureMeaning,
} from '#contract/signature-states.ts';

/** Who vouches for which entries of a chain. */
export const Stretches = ({ stretches }: { stretches: readonly Stretch[] }) => (
  <List aria-label="Signatures" listStyleType="none">
    {stretches.map((stretch) => (
      <List.Item key={stretch.from}>
        {placeOf(stretch)}: <strong>{signatureLabel(stretch)}</strong>
        {!isVouchedFor(stretch.state) && <Text c="dimmed">{signatureMeaning(stretch)}</Text>}
        {stretch.state === 'unknown' && stretch.signer !== undefined && (
          <Code style={{ overflowWrap: 'anywhere' }}>{groupedFingerprint(stretch.signer.fingerprint)}</Code>
        )}
      </List.Item>
    ))}
  </List>
);

const placeOf = ({ from, upTo }: Stretch): string =>
  from === upTo ? `Entry ${from}` : `Entries ${from} to ${upTo}`;
