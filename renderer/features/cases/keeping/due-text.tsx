import { Text } from '@mantine/core';
import type { CaseRetention } from '#contract/retention.ts';
import { Instant } from '#renderer/ui/instant.tsx';

/** When the rule of a case deletes it, and why it did not. */
export const DueText = ({ kept: { due, announced, problem } }: { readonly kept: CaseRetention }) => (
  <>
    {due !== undefined && (
      <Text size="sm" mb="xs">
        Will be deleted on <Instant at={due} />
        {announced === undefined ? ' at the earliest.' : ', as announced, unless the case changes before.'}
      </Text>
    )}
    {problem !== undefined && (
      <Text size="sm" c="red" mb="xs">
        Not deleted: {problem}
      </Text>
    )}
  </>
);
