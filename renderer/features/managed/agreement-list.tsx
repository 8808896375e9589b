import { Stack, Text } from '@mantine/core';
import type { Agreement } from '#contract/runbook.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { useCase } from '#renderer/lib/use-case.ts';
import { Instant } from '#renderer/ui/instant.tsx';

interface AgreementListProps {
  readonly agreements: readonly (Agreement & { readonly acceptOpen?: boolean })[];
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
      {agreements.map(({ party, name, at, quote, attachmentId, acceptOpen }) => (
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
            <Text c="dimmed">
              Attachment: {attachments.find(({ id }) => id === attachmentId)?.name ?? 'removed'}
            </Text>
          )}
        </li>
      ))}
    </Stack>
  );
};
