import { Group } from '@mantine/core';
import type { MessageDetail } from '#contract/message.ts';
import { Instant } from '#renderer/ui/instant.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';

/** That a message was made by editing another one, and which. */
export const EditedMark = ({ editedFrom }: Pick<MessageDetail, 'editedFrom'>) =>
  editedFrom === undefined ? undefined : (
    <Group gap={6} wrap="nowrap">
      <StatusBadge tone="neutral">Edited</StatusBadge>
      <TextLink to={`/messages/${editedFrom}`}>Original</TextLink>
    </Group>
  );

/** The messages that were made by editing this one. */
export const EditedCopies = ({ editedCopies }: Pick<MessageDetail, 'editedCopies'>) =>
  editedCopies.length === 0 ? undefined : (
    <ul aria-label="Edited copies" style={{ margin: 0, paddingInlineStart: 16 }}>
      {editedCopies.map(({ id, created }) => (
        <li key={id}>
          <TextLink to={`/messages/${id}`}>
            Edited copy, <Instant at={created} seconds />
          </TextLink>
        </li>
      ))}
    </ul>
  );
