import { FileButton, Group, Stack, Switch, Text } from '@mantine/core';
import { IconDownload, IconPaperclip, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Attachment, CaseView } from '#contract/case.ts';
import { formatBytes } from '#contract/format.ts';
import { api } from '#renderer/lib/api.ts';
import { base64Of } from '#renderer/lib/base64.ts';
import { ConfirmAction } from '#renderer/ui/confirm-action.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { IconAction } from '#renderer/ui/icon-action.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { useSaving } from '#renderer/ui/save-button.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { useCaseEdit, useCaseRemoval } from './use-case-edit.ts';

/** Files of the case, whether a person or the desk attached them. */
export const Attachments = ({ found }: { found: CaseView }) => {
  const [secret, setSecret] = useState(false);
  const attach = useCaseEdit(found.id, async (file: File) =>
    api.post<CaseView>(`/api/cases/${found.id}/attachments`, {
      name: file.name,
      content: await base64Of(file),
      secret,
    }),
  );
  return (
    <Section
      title="Attachments"
      level={3}
      actions={
        <FileButton onChange={(file) => file && attach.mutate(file)}>
          {(props) => (
            <SmallButton {...props} loading={attach.isPending} icon={IconPaperclip}>
              Attach file…
            </SmallButton>
          )}
        </FileButton>
      }
    >
      <Stack gap="sm">
        <Switch
          size="xs"
          label="Next file contains secrets"
          description="Encrypted here; exported only with a passphrase"
          checked={secret}
          onChange={(event) => setSecret(event.currentTarget.checked)}
        />
        {attach.error && <ErrorNotice title="File not attached" error={attach.error} />}
        {found.attachments.length === 0 && <Text c="dimmed">No attachments yet.</Text>}
        {found.attachments.map((attachment) => (
          <OneAttachment key={attachment.id} found={found} attachment={attachment} />
        ))}
      </Stack>
    </Section>
  );
};

const OneAttachment = ({ found, attachment }: { found: CaseView; attachment: Attachment }) => {
  const { id, name, size, secret, by, at } = attachment;
  const path = `/api/cases/${found.id}/attachments/${id}`;
  const remove = useCaseRemoval(found, {
    path: `attachments/${id}`,
    name: 'Attachment',
    done: `${name} removed. Its hash stays on record.`,
  });
  const exporting = useSaving();
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <Stack gap={0} miw={0}>
        <Group gap={6}>
          <Text style={{ overflowWrap: 'anywhere' }}>{name}</Text>
          {secret && <StatusBadge tone="attention">Contains secrets</StatusBadge>}
        </Group>
        <Text size="sm" c="dimmed">
          {formatBytes(size)}, {by}, <Instant at={at} />
        </Text>
      </Stack>
      <Group gap={2} wrap="nowrap">
        <IconAction
          icon={IconDownload}
          tooltip="Export"
          label={`Export ${name}`}
          onClick={() => exporting.mutate({ path, name })}
        />
        <ConfirmAction
          trigger={(ask) => (
            <IconAction changes icon={IconTrash} tooltip="Remove…" label={`Remove ${name}`} onClick={ask} />
          )}
          title={`Remove ${name}?`}
          text="The file is deleted from the case and cannot be restored. Its name and hash stay in the audit chain."
          action="Remove file"
          isDangerous
          doing={remove}
          onConfirm={(close) => {
            close();
            remove.run();
          }}
        />
      </Group>
    </Group>
  );
};
