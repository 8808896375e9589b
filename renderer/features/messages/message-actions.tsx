import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDots,
  IconDownload,
  IconExternalLink,
  IconPencil,
  IconRotate,
  IconSend,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Delivery, MessageDetail } from '#contract/message.ts';
import { useUnsendable } from '#renderer/lib/endpoint-urls.ts';
import { useShortcuts } from '#renderer/lib/shortcuts.ts';
import { Blockable, BlockableItem } from '#renderer/ui/blockable.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { EditAndResend } from './edit/edit-and-resend.tsx';
import { exportHar } from './export-har.ts';
import { useResend } from './resend-message.ts';

interface MessageActionsProps {
  readonly message: MessageDetail;
  /** The one that is shown. */
  readonly delivery: Delivery | undefined;
  /** Where it is in full, on another screen. */
  readonly opensAt?: string;
  /** Whether R is about the selected rows. */
  readonly keysTaken?: boolean;
}

/** What can be done with a message, the same on its own screen and beside the list. */
export const MessageActions = ({ message, delivery, opensAt, keysTaken = false }: MessageActionsProps) => {
  const resend = useResend(message.id);
  const reasonOf = useUnsendable();
  const [edits, setEdits] = useState(false);
  const reason = delivery === undefined ? 'no subscribers' : reasonOf(delivery.webhookId);
  const canResend = reason === undefined && delivery !== undefined;
  const blocked = reason && `Not resendable: ${reason}.`;
  const resendShown = (): void => {
    if (canResend) resend.mutate(delivery.webhookId);
  };
  const isOfMany = message.deliveries.length > 1;
  const resendAll = (): void => resend.mutate(undefined);
  const exportAttempts = (): void => void exportHar({ selection: { ids: [message.id] } });
  const isFree = !(keysTaken || resend.isPending);
  useShortcuts('Message', [
    {
      label: 'Resend message',
      icon: IconRotate,
      keys: 'R',
      enabled: isFree,
      reason,
      inPalette: true,
      run: resendShown,
    },
    {
      label: 'Edit and resend message',
      icon: IconPencil,
      keys: 'E',
      reason,
      inPalette: true,
      run: () => setEdits(true),
    },
    { label: 'Resend to all endpoints', icon: IconSend, enabled: isOfMany, inPalette: true, run: resendAll },
    {
      label: 'Export attempts as HAR',
      icon: IconDownload,
      reason: message.attempts.length === 0 ? 'no attempts' : undefined,
      inPalette: true,
      run: exportAttempts,
    },
  ]);
  return (
    <>
      <Blockable blocked={blocked}>
        <SmallButton
          icon={IconRotate}
          loading={resend.isPending}
          aria-keyshortcuts="R"
          title={canResend ? 'Resend (R)' : undefined}
          onClick={resendShown}
        >
          {canResend ? 'Resend' : `Resend: ${reason}`}
        </SmallButton>
      </Blockable>
      <Blockable blocked={blocked}>
        <SmallButton
          changes
          icon={IconPencil}
          aria-keyshortcuts="E"
          title={canResend ? 'Edit and resend (E)' : undefined}
          onClick={() => setEdits(true)}
        >
          Edit and resend
        </SmallButton>
      </Blockable>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label="More actions" data-in-palette="no">
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {opensAt !== undefined && (
            <Menu.Item component={Link} to={opensAt} leftSection={<IconExternalLink size={14} aria-hidden />}>
              Open message
            </Menu.Item>
          )}
          {isOfMany && (
            <Menu.Item leftSection={<IconSend size={14} aria-hidden />} onClick={resendAll}>
              Resend to all endpoints
            </Menu.Item>
          )}
          <BlockableItem
            leftSection={<IconDownload size={14} aria-hidden />}
            blocked={message.attempts.length === 0 ? 'No attempts yet' : undefined}
            onClick={exportAttempts}
          >
            Export attempts as HAR
          </BlockableItem>
        </Menu.Dropdown>
      </Menu>
      {delivery && (
        <EditAndResend
          key={message.id}
          message={message}
          delivery={delivery}
          opened={edits}
          onClose={() => setEdits(false)}
        />
      )}
    </>
  );
};
