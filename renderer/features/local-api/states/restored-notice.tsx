import { Alert, Stack, Text } from '@mantine/core';
import type { StateRestored } from '#contract/states.ts';
import { Worded } from '#renderer/ui/worded.tsx';
import { MissingList } from './missing-list.tsx';

interface RestoredNoticeProps {
  readonly restored: StateRestored;
  readonly onClose: () => void;
}

/** What a restore did, and which secrets it could not bring back. */
export const RestoredNotice = ({ restored, onClose }: RestoredNoticeProps) => {
  const { state, text, missing } = restored;
  return (
    <Alert
      color={missing.length > 0 ? 'yellow' : 'teal'}
      role="status"
      title={`State "${state.name}" restored`}
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text component="div">
          <Worded text={text} />
        </Text>
        {missing.length > 0 && <MissingList missing={missing} isHere />}
      </Stack>
    </Alert>
  );
};
