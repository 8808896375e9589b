import { FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '#contract/format.ts';
import { RowButton, SmallButton } from '#renderer/ui/small-button.tsx';
import type { Kept } from './target-values.ts';

interface CaFieldProps {
  /** What it is trusted for. */
  readonly of: 'target' | 'stream';
  readonly isSet: boolean;
  readonly value: Kept;
  readonly onChange: (value: Kept) => void;
  readonly error: ReactNode;
}

/** The limit of the desk. */
const maxCharacters = 200_000;

/** Certificates of a private authority, pasted or from a file. */
export const CaField = ({ of, isSet, value: kept, onChange, error }: CaFieldProps) =>
  isSet && kept.what !== 'new' ? (
    <CurrentCertificates isKept={kept.what === 'keep'} onChange={onChange} />
  ) : (
    <NewCertificates
      of={of}
      text={kept.what === 'new' ? kept.text : ''}
      onChange={(text) => onChange(text === '' && !isSet ? { what: 'keep' } : { what: 'new', text })}
      error={error}
    />
  );

interface CurrentCertificatesProps extends Pick<CaFieldProps, 'onChange'> {
  /** Otherwise removed with the next save. */
  readonly isKept: boolean;
}

const CurrentCertificates = ({ isKept, onChange }: CurrentCertificatesProps) => (
  <Group gap="xs">
    <Text>
      {isKept
        ? 'A private certificate authority is trusted.'
        : 'Removed when you save; public authorities stay trusted.'}
    </Text>
    <RowButton onClick={() => onChange({ what: 'new', text: '' })}>Replace certificates</RowButton>
    <RowButton onClick={() => onChange({ what: isKept ? 'none' : 'keep' })}>
      {isKept ? 'Remove certificates' : 'Keep certificates'}
    </RowButton>
  </Group>
);

interface NewCertificatesProps extends Pick<CaFieldProps, 'of'> {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly error: ReactNode;
}

const NewCertificates = ({ of, text, onChange, error }: NewCertificatesProps) => {
  const [problem, setProblem] = useState<string>();
  const read = async (file: File | null): Promise<void> => {
    if (file === null) return;
    setProblem(undefined);
    if (file.size > maxCharacters) {
      setProblem(`${file.name} not read: larger than ${formatNumber(maxCharacters)} characters.`);
      return;
    }
    try {
      onChange(await file.text());
    } catch (error) {
      setProblem(`${file.name} not read: ${error instanceof Error ? error.message : error}`);
    }
  };
  return (
    <Stack gap="xs">
      <Textarea
        label="Private certificate authority"
        description={`PEM certificates, trusted for this ${of} in addition to public authorities`}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={maxCharacters}
        placeholder="-----BEGIN CERTIFICATE-----"
        spellCheck={false}
        autoComplete="off"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={problem ?? error}
      />
      <FileButton onChange={read} accept=".pem,.crt,.cer">
        {(props) => (
          <SmallButton {...props} style={{ alignSelf: 'flex-start' }}>
            Choose PEM file…
          </SmallButton>
        )}
      </FileButton>
    </Stack>
  );
};
