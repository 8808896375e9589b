import { Stack, Text } from '@mantine/core';
import type { Agreement } from '#contract/runbook.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { Instant } from '#renderer/ui/instant.tsx';
import { useCase } from './runbook.ts';

interface AgreementListProps {
  readonly agreements: readonly (Agreement & { readonly acceptOpen?: boolean })[];
  /** Such as "agreed". */
  readonly what: string;
  readonly none: string;
}

/** Who agreed or signed, when, and what holds it up. */
export const AgreementList = ({ agreements, what, none }: AgreementListProps) => {
  const { attachments } = useCase();
  if (agreements.length === 0) return <Text>{none}</Text>;
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {agreements.map(({ party, name, at, quote, attachmentId, acceptOpen }) => (
        <li key={`${party} ${name} ${at}`}>
          <Text component="div">
            <strong>{name}</strong> ({partyLabels[party].toLowerCase()}) {what} <Instant at={at} />
            {acceptOpen && ', accepting what is not migrated'}
          </Text>
          {quote !== undefined && (
            <Text c="dimmed" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              “{quote}”
            </Text>
          )}
          {attachmentId !== undefined && (
            <Text c="dimmed">
              Shown by{' '}
              {attachments.find(({ id }) => id === attachmentId)?.name ?? 'an attachment that was removed'}
            </Text>
          )}
        </li>
      ))}
    </Stack>
  );
};
