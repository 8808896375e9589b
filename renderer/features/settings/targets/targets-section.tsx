import { Group, Modal, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Target } from '#contract/target.ts';
import { useTargets } from '#renderer/lib/lists.ts';
import { onDesk } from '#renderer/lib/may.ts';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { NeedsRole } from '#renderer/ui/needs-role.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { IconButton } from '#renderer/ui/small-button.tsx';
import { Term } from '#renderer/ui/term.tsx';
import { TargetCard } from './target-card.tsx';
import { TargetForm } from './target-form.tsx';
import { useRemoveTarget } from './use-targets.ts';

/** Where migrations run. */
export const TargetsSection = () => {
  const query = useTargets();
  const [editing, setEditing] = useState<Target | 'new'>();
  const [removing, setRemoving] = useState<Target>();
  return (
    <Stack>
      <Group justify="space-between">
        <Text c="dimmed" flex="1 1 20rem">
          Where migrations run. Changes to a remote <Term term="target">target</Term> are listed and confirmed
          first.
        </Text>
        <IconButton changes icon={IconPlus} onClick={() => setEditing('new')}>
          Add target
        </IconButton>
      </Group>
      <Loaded query={query} text="Loading targets…">
        {({ results }) =>
          results.map((target) => (
            <TargetCard
              key={target.id}
              target={target}
              onEdit={() => setEditing(target)}
              onRemove={() => setRemoving(target)}
            />
          ))
        }
      </Loaded>
      <Modal
        opened={editing !== undefined}
        onClose={() => setEditing(undefined)}
        title={editing === 'new' ? 'Add target' : `Edit ${editing?.name ?? ''}`}
        size="xl"
      >
        {editing !== undefined && (
          <NeedsRole needs="admin" place={editing === 'new' ? onDesk : { kind: 'target', id: editing.id }}>
            <TargetForm
              target={editing === 'new' ? undefined : editing}
              onClose={() => setEditing(undefined)}
            />
          </NeedsRole>
        )}
      </Modal>
      <NeedsRole needs="admin" place={removing === undefined ? onDesk : { kind: 'target', id: removing.id }}>
        <RemoveTarget target={removing} onClose={() => setRemoving(undefined)} />
      </NeedsRole>
    </Stack>
  );
};

const RemoveTarget = ({ target, onClose }: { target: Target | undefined; onClose: () => void }) => {
  const remove = useRemoveTarget();
  return (
    <ConfirmModal
      opened={target !== undefined}
      onClose={onClose}
      title={`Remove ${target?.name ?? ''}`}
      text="Its API key is deleted permanently. If a case uses the target, change the target of the case first."
      action="Remove target"
      isDangerous
      doing={remove}
      failed="Target not removed"
      onConfirm={() =>
        target &&
        remove.mutate(target.id, {
          onSuccess: () => {
            onClose();
            notifyDone(`Target ${target.name} removed.`);
          },
        })
      }
    />
  );
};
