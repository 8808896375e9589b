import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { ImportResult } from '#contract/case.ts';
import { Lines } from '#renderer/ui/lines.tsx';
import { Stretches } from '#renderer/ui/stretches.tsx';

export const outcomes: Readonly<Record<ImportResult['outcome'], string>> = {
  new: 'Case imported.',
  continued: 'Case updated with the new entries of the file.',
  'nothing-new': 'Nothing imported: the case already has every entry of the file.',
};

interface ImportedProps {
  readonly result: ImportResult;
  readonly onClose: () => void;
}

/** The result of an import that has remarks or unverified signatures. */
export const Imported = ({ result, onClose }: ImportedProps) => {
  const { case: found, outcome, remarks } = result;
  const go = useNavigate();
  const show = async (): Promise<void> => {
    onClose();
    await go(`/cases/${found.id}`);
  };
  return (
    <Stack role="status">
      <Text>
        <strong>{found.name}</strong>: {outcomes[outcome]}
      </Text>
      <Stretches stretches={result.stretches} />
      {remarks.length > 0 && (
        <Alert variant="light" icon={<IconInfoCircle aria-hidden />} title="Remarks">
          <Lines lines={remarks} />
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button data-autofocus onClick={() => void show()}>
          Open case
        </Button>
      </Group>
    </Stack>
  );
};
