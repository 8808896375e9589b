import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatList } from '#contract/format.ts';
import type { MailRecord } from '#contract/mail.ts';
import { useOwnName } from '#renderer/lib/own-name.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { OwnNameInput } from '#renderer/ui/own-name-input.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { useSent } from './mails.ts';

interface WrittenMailsProps {
  readonly caseId: string;
  readonly written: readonly MailRecord[];
}

/** Mails that were written, newest first, and whether anybody recorded that they were sent. */
export const WrittenMails = ({ caseId, written }: WrittenMailsProps) => (
  <Section title="Written mails" level={3}>
    {written.length === 0 ? (
      <Text c="dimmed">No mail written yet.</Text>
    ) : (
      <Stack>
        {[...written].reverse().map((mail) => (
          <OneMail key={mail.id} caseId={caseId} mail={mail} />
        ))}
      </Stack>
    )}
  </Section>
);

const OneMail = ({ caseId, mail }: { readonly caseId: string; readonly mail: MailRecord }) => (
  <Stack gap={2} component="article" aria-label={mail.subject}>
    <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
      {mail.subject}
    </Text>
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      Written <Instant at={mail.at} /> by {mail.actor} to {formatList(mail.to.map(({ name }) => name))}
      {mail.attachments.length > 0 && `, with ${formatList(mail.attachments.map(({ file }) => file))}`}
    </Text>
    {mail.sent === undefined ? (
      <RecordSent caseId={caseId} mail={mail} />
    ) : (
      <Text size="sm">
        Sent by {mail.sent.by}, recorded <Instant at={mail.sent.at} />
      </Text>
    )}
  </Stack>
);

/** A mail client tells nobody here that it has sent something. */
const RecordSent = ({ caseId, mail }: { readonly caseId: string; readonly mail: MailRecord }) => {
  const own = useOwnName();
  const [typed, setTyped] = useState('');
  const by = own.over(typed);
  const sent = useSent(caseId, mail.id);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (by !== '') sent.mutate({ by });
      }}
    >
      <Group gap="xs" align="flex-end">
        <OwnNameInput
          size="xs"
          label="Sent by"
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <SmallButton type="submit" loading={sent.isPending}>
          Record as sent
        </SmallButton>
      </Group>
      {sent.error && <ErrorNotice title="Not recorded" error={sent.error} />}
    </form>
  );
};
