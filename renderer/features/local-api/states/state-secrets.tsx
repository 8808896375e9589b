import { Checkbox, Text } from '@mantine/core';
import type { StateView } from '#contract/states.ts';
import { SecretInput } from '#renderer/ui/secret-input.tsx';

interface GivenSecrets {
  readonly passphrase: string;
  readonly withoutSecrets: boolean;
}

/** Why a state can't be used yet: its secrets do not open here, and nothing says what becomes of them. */
export const blockedSecrets = (
  { opensHere, passphrase: hasPassphrase }: Pick<StateView, 'opensHere' | 'passphrase'>,
  { passphrase, withoutSecrets }: GivenSecrets,
  verb: string,
): string | undefined => {
  if (opensHere || withoutSecrets || passphrase !== '') return undefined;
  return hasPassphrase
    ? `Enter the passphrase, or ${verb} without secrets.`
    : `Select to ${verb} without secrets.`;
};

interface StateSecretsProps extends GivenSecrets {
  readonly state: StateView;
  /** Such as "Restore". */
  readonly verb: string;
  readonly onPassphrase: (passphrase: string) => void;
  readonly onWithoutSecrets: (without: boolean) => void;
}

/** Asks for what opens the secrets of a state of another data folder, or whether to go on without them. */
export const StateSecrets = (props: StateSecretsProps) => {
  const { state, verb, passphrase, withoutSecrets, onPassphrase, onWithoutSecrets } = props;
  return (
    <>
      <Text>
        Its secrets were sealed in another data folder
        {state.passphrase ? '.' : ', without a passphrase: they cannot be opened here.'}
      </Text>
      {state.passphrase && !withoutSecrets && (
        <SecretInput
          label="Passphrase"
          maxLength={1000}
          value={passphrase}
          onChange={(event) => onPassphrase(event.currentTarget.value)}
        />
      )}
      <Checkbox
        label={`${verb} without secrets`}
        description="Missing ones are listed afterwards, with what to do about each."
        checked={withoutSecrets}
        onChange={(event) => {
          onWithoutSecrets(event.currentTarget.checked);
          onPassphrase('');
        }}
      />
    </>
  );
};
