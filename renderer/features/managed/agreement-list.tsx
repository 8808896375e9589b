import { Code, Stack, Text } from '@mantine/core';
import type { Attachment } from '#contract/case.ts';
import type { SignOff } from '#contract/runbook.ts';
import { formatOutside } from '#contract/signature-labels.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { useCase } from '#renderer/lib/use-case.ts';
import { Instant } from '#renderer/ui/instant.tsx';

interface AgreementListProps {
  readonly agreements: readonly SignOff[];
  /** Such as "agreed". */
  readonly verb: string;
  readonly none: string;
}

/** Agreements or sign-offs, with their evidence. */
export const AgreementList = ({ agreements, verb, none }: AgreementListProps) => {
  const { attachments } = useCase();
  if (agreements.length === 0) return <Text>{none}</Text>;
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {agreements.map(({ party, name, at, quote, attachmentId, acceptOpen, signature }) => (
        <li key={`${party} ${name} ${at}`}>
          <Text component="div">
            <strong>{name}</strong> ({partyLabels[party].toLowerCase()}) {verb} <Instant at={at} />
            {acceptOpen && ', accepting companies not migrated'}
          </Text>
          {quote !== undefined && (
            <Text c="dimmed" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              “{quote}”
            </Text>
          )}
          {attachmentId !== undefined && (
            <Evidence attachment={attachments.find(({ id }) => id === attachmentId)} signature={signature} />
          )}
        </li>
      ))}
    </Stack>
  );
};

interface EvidenceProps {
  readonly attachment: Attachment | undefined;
  readonly signature: SignOff['signature'];
}

const Evidence = ({ attachment, signature }: EvidenceProps) => (
  <Text component="div" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
    Attachment: {attachment?.name ?? 'removed'}
    {signature !== undefined && (
      <>
        , {formatOutside(signature)}
        {attachment !== undefined && <Digest of="" value={attachment.digest} />}
        {signature.state === 'verified' && <Digest of=" of the key" value={signature.fingerprint} />}
      </>
    )}
  </Text>
);

const Digest = ({ of, value }: { readonly of: string; readonly value: string }) => (
  <div>
    SHA-256{of}: <Code>{value}</Code>
  </div>
);
