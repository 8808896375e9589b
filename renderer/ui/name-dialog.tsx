import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Blockable } from './blockable.tsx';

interface NameDialogProps {
  readonly title: string;
  readonly name: string;
  readonly taken: readonly string[];
  readonly onClose: () => void;
  readonly onSave: (name: string) => void;
}

/** Asks for the name of a view, which no other has. */
export const NameDialog = ({ title, name: before, taken, onClose, onSave }: NameDialogProps) => {
  const [name, setName] = useState(before);
  const isTaken = taken.some((one) => one.toLowerCase() === name.trim().toLowerCase());
  const problem = isTaken ? 'A view has this name.' : undefined;
  const blocked = name.trim() === '' ? 'Enter a name.' : problem;
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (blocked === undefined) onSave(name.trim());
        }}
      >
        <Stack>
          <TextInput
            data-autofocus
            label="Name"
            maxLength={60}
            value={name}
            error={problem}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Blockable blocked={blocked}>
              <Button type="submit">Save view</Button>
            </Blockable>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};
