import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Kept } from './target-values.ts';

interface CaFieldProps {
  readonly isSet: boolean;
  readonly kept: Kept;
  readonly onChange: (kept: Kept) => void;
  readonly problem: string | undefined;
}

/** As much as the desk takes. */
const mostCharacters = 200_000;

/** Certificates of a private authority, pasted or out of a file. */
export const CaField = ({ isSet, kept, onChange, problem }: CaFieldProps) => {
  const [unread, setUnread] = useState<string>();
  const read = async (file: File | null): Promise<void> => {
    if (file === null) return;
    setUnread(undefined);
    if (file.size > mostCharacters) {
      setUnread(`${file.name} is too large to be certificates, so it was not read.`);
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
        <Text size="sm">
          {kept.what === 'keep'
            ? 'A private authority is trusted, besides the usual ones.'
            : 'Only the usual authorities are trusted when you save.'}
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => onChange({ what: 'new', text: '' })}>
          Replace the certificates
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onChange({ what: kept.what === 'keep' ? 'none' : 'keep' })}
        >
          {kept.what === 'keep' ? 'Take the certificates away' : 'Keep the certificates'}
        </Button>
      </Group>
    );
  }
  const text = kept.what === 'new' ? kept.text : '';
  return (
    <Stack gap="xs">
      <Textarea
        label="Certificates of a private authority"
        description="PEM, only if the target's certificate is not from one of the usual authorities. They are trusted besides these, for this target alone."
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
        error={unread ?? problem}
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
