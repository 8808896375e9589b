import { FileInput, SimpleGrid } from '@mantine/core';
import type { SignatureFile } from '#contract/outside-signature.ts';
import { base64Of } from '#renderer/lib/base64.ts';

/** A signature made outside, and the public key that verifies it. Files are not kept as drafts. */
export interface ChosenSignature {
  readonly file: File | null;
  readonly key: File | null;
}

export const noSignature: ChosenSignature = { file: null, key: null };

export const signatureOf = async ({ file, key }: ChosenSignature): Promise<SignatureFile | undefined> => {
  if (file === null) return undefined;
  const content = await base64Of(file);
  return { name: file.name, content, ...(key === null ? {} : { key: await key.text() }) };
};

interface SignatureFilesProps {
  readonly chosen: ChosenSignature;
  readonly onChoose: (chosen: ChosenSignature) => void;
}

export const SignatureFiles = ({ chosen, onChoose }: SignatureFilesProps) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }}>
    <FileInput
      label="Signature made outside"
      description="A .minisig, a signed PDF or a mail; kept as an attachment"
      placeholder="Choose a file"
      clearable
      clearButtonProps={{ 'aria-label': 'Remove the signature file' }}
      value={chosen.file}
      onChange={(file) => onChoose({ file, key: null })}
    />
    {chosen.file !== null && /\.minisig$/i.test(chosen.file.name) && (
      <FileInput
        label="Public key"
        description="The party's minisign.pub; without it, the signature is not verified"
        placeholder="Choose a file"
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the public key' }}
        value={chosen.key}
        onChange={(key) => onChoose({ ...chosen, key })}
      />
    )}
  </SimpleGrid>
);
