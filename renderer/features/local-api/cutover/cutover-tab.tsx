import { Stack } from '@mantine/core';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { CutoverDone } from './cutover-done.tsx';
import { GrantCutover } from './grant-cutover.tsx';
import { useCutoverState } from './use-cutover.ts';

/** What the provider does when a migration request is granted, here on the local copy. */
export const CutoverTab = () => {
  const query = useCutoverState();
  return (
    <Loaded query={query} text="Reading whether it is cut over…">
      {({ cutOver, at }) => (
        <Stack>{cutOver && at !== undefined ? <CutoverDone at={at} /> : <GrantCutover />}</Stack>
      )}
    </Loaded>
  );
};
