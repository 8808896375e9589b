import { Alert, Code, Fieldset, Radio, Stack, Text, TextInput } from '@mantine/core';
import { IconShieldQuestion } from '@tabler/icons-react';
import type { SignerDecision } from '#contract/case.ts';
import { groupedFingerprint, type UnknownSigner } from '#contract/signature-states.ts';

interface UnknownSignersProps {
  readonly signers: readonly UnknownSigner[];
  readonly decisions: readonly SignerDecision[];
  readonly onDecide: (decisions: readonly SignerDecision[]) => void;
}

/** Whether each key has a decision, and each trusted one a name. */
export const isDecided = (signers: readonly UnknownSigner[], decisions: readonly SignerDecision[]): boolean =>
  signers.every(({ fingerprint }) =>
    decisions.some(
      (one) => one.fingerprint === fingerprint && (one.decision === 'accept' || one.name.trim() !== ''),
    ),
  );

/** Asks whether to trust the unknown keys that signed a case file. */
export const UnknownSigners = ({ signers, decisions, onDecide }: UnknownSignersProps) => (
  <Alert role="alert" color="yellow" icon={<IconShieldQuestion aria-hidden />} title="Unknown signing key">
    <Stack gap="sm">
      <Text>
        Nothing was imported. Compare the fingerprint with your colleague's (Settings, Signing) before you
        accept it.
      </Text>
      {signers.map((signer) => (
        <Decision
          key={signer.fingerprint}
          signer={signer}
          decision={decisions.find((one) => one.fingerprint === signer.fingerprint)}
          onDecide={(decision) =>
            onDecide([...decisions.filter((one) => one.fingerprint !== signer.fingerprint), decision])
          }
        />
      ))}
    </Stack>
  </Alert>
);

interface DecisionProps {
  readonly signer: UnknownSigner;
  readonly decision: SignerDecision | undefined;
  readonly onDecide: (decision: SignerDecision) => void;
}

const Decision = ({ signer: { fingerprint, revoked }, decision, onDecide }: DecisionProps) => (
  <Fieldset legend={revoked ? 'Revoked key' : 'Unknown key'}>
    <Stack gap="xs">
      <Code style={{ overflowWrap: 'anywhere' }}>{groupedFingerprint(fingerprint)}</Code>
      <Radio.Group
        aria-label="Decision for this key"
        value={decision?.decision ?? null}
        onChange={(value) =>
          onDecide(
            value === 'trust'
              ? { fingerprint, decision: 'trust', name: '' }
              : { fingerprint, decision: 'accept' },
          )
        }
      >
        <Stack gap="xs">
          {!revoked && <Radio value="trust" label="Trust this key" />}
          <Radio value="accept" label="Accept this file only" />
        </Stack>
      </Radio.Group>
      {decision?.decision === 'trust' && (
        <TextInput
          label="Key owner"
          maxLength={200}
          required
          value={decision.name}
          onChange={(event) => onDecide({ fingerprint, decision: 'trust', name: event.currentTarget.value })}
        />
      )}
    </Stack>
  </Fieldset>
);
