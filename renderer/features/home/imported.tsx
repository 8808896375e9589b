import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { ImportResult } from '#contract/case.ts';
import { Stretches } from '#renderer/ui/stretches.tsx';
import { Worded } from '#renderer/ui/worded.tsx';

export const outcomes: Readonly<Record<ImportResult['outcome'], string>> = {
  new: 'The case is taken in.',
  continued: 'The case was here already; what was done elsewhere is added to it.',
  'nothing-new': 'The case was here already, and the file holds nothing new.',
};

interface ImportedProps {
  readonly result: ImportResult;
  readonly onClose: () => void;
}

/** What an import came to, where there is something to know about it. */
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
        {outcomes[outcome]} Its name is <strong>{found.name}</strong>.
      </Text>
      <Stretches stretches={result.stretches} />
      {remarks.length > 0 && (
        <Alert variant="light" icon={<IconInfoCircle aria-hidden />} title="What to know about it">
          <List>
            {remarks.map((remark) => (
              <List.Item key={remark}>
                <Worded text={remark} />
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Stay here
        </Button>
        <Button data-autofocus onClick={() => void show()}>
          Go to the case
        </Button>
      </Group>
    </Stack>
  );
};
