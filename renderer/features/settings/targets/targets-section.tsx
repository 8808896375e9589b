import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Target } from '#contract/target.ts';
import { useTargets } from '#renderer/lib/lists.ts';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { TargetCard } from './target-card.tsx';
import { TargetForm } from './target-form.tsx';
import { useRemoveTarget } from './use-targets.ts';

/** Where migrations run. */
export const TargetsSection = () => {
  const query = useTargets();
  const [editing, setEditing] = useState<Target | 'new'>();
  const [leaving, setLeaving] = useState<Target>();
  return (
    <Stack>
      <Group justify="space-between">
        <Text c="dimmed" flex="1 1 20rem">
          Where migrations run: the local service to rehearse on, and remote ones. What would change a remote
          target is listed and confirmed first.
        </Text>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
          Add a target
        </Button>
      </Group>
      <Loaded query={query} text="Reading the targets…">
        {({ results }) =>
          results.map((target) => (
            <TargetCard
              key={target.id}
              target={target}
              onEdit={() => setEditing(target)}
              onRemove={() => setLeaving(target)}
            />
          ))
        }
      </Loaded>
      <Modal
        opened={editing !== undefined}
        onClose={() => setEditing(undefined)}
        title={editing === 'new' ? 'Add a target' : `Edit ${editing?.name ?? ''}`}
        size="xl"
      >
        {editing !== undefined && (
          <TargetForm
            target={editing === 'new' ? undefined : editing}
            onClose={() => setEditing(undefined)}
          />
        )}
      </Modal>
      <RemoveTarget target={leaving} onClose={() => setLeaving(undefined)} />
    </Stack>
  );
};

const RemoveTarget = ({ target, onClose }: { target: Target | undefined; onClose: () => void }) => {
  const remove = useRemoveTarget();
  const close = (): void => {
    remove.reset();
    onClose();
  };
  return (
    <ConfirmModal
      opened={target !== undefined}
      onClose={close}
      title={`Remove ${target?.name ?? ''}`}
      text="Its API key goes with it and can't be brought back. A target that a case uses stays: give the case another one first."
      action="Remove the target"
      cancel="Keep it"
      isDangerous
      busy={remove.isPending}
      error={remove.error}
      failed="The target was not removed"
      onConfirm={() =>
        target &&
        remove.mutate(target.id, {
          onSuccess: () => {
            close();
            notifyDone(`The target ${target.name} is removed.`);
          },
        })
      }
    />
  );
};
