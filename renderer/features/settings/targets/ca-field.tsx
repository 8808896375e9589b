import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Kept } from './target-values.ts';

interface CaFieldProps {
  readonly isSet: boolean;
  readonly value: Kept;
  readonly onChange: (value: Kept) => void;
  readonly error: ReactNode;
}

/** As much as the desk takes. */
const mostCharacters = 200_000;

/** Certificates of a private authority, pasted or out of a file. */
export const CaField = ({ isSet, value: kept, onChange, error }: CaFieldProps) => {
  const [unread, setUnread] = useState<string>();
  const read = async (file: File | null): Promise<void> => {
    if (file === null) return;
    setUnread(undefined);
    if (file.size > mostCharacters) {
      setUnread(`${file.name} is too large for certificates and was not read.`);
      return;
    }
    try {
      onChange({ what: 'new', text: await file.text() });
    } catch (error) {
      setUnread(`${file.name} could not be read: ${error instanceof Error ? error.message : error}`);
    }
  };
  if (isSet && kept.what !== 'new') {
    return (
      <Group gap="xs">
        <Text>
          {kept.what === 'keep'
            ? 'A private certificate authority is trusted as well.'
            : 'Removed when you save; public authorities stay trusted.'}
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => onChange({ what: 'new', text: '' })}>
          Replace certificates
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onChange({ what: kept.what === 'keep' ? 'none' : 'keep' })}
        >
          {kept.what === 'keep' ? 'Remove certificates' : 'Keep certificates'}
        </Button>
      </Group>
    );
  }
  const text = kept.what === 'new' ? kept.text : '';
  return (
    <Stack gap="xs">
      <Textarea
        label="Certificates of a private authority"
        description="PEM. Trusted for this target only, besides public authorities."
        autosize
        minRows={2}
        maxRows={8}
        maxLength={mostCharacters}
        placeholder="-----BEGIN CERTIFICATE-----"
        spellCheck={false}
        autoComplete="off"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={text}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === '' && !isSet ? { what: 'keep' } : { what: 'new', text: value })
        }
        error={unread ?? error}
      />
      <FileButton onChange={read} accept=".pem,.crt,.cer">
        {(props) => (
          <Button {...props} size="xs" variant="default" style={{ alignSelf: 'flex-start' }}>
            Read a PEM file…
          </Button>
        )}
      </FileButton>
    </Stack>
  );
};
