import { Stack } from '@mantine/core';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { CutoverDone } from './cutover-done.tsx';
import { GrantCutover } from './grant-cutover.tsx';
import { useCutoverState } from './use-cutover.ts';

/** Cutover of the local service, and its undo. */
export const CutoverTab = () => {
  const query = useCutoverState();
  return (
    <Loaded query={query} text="Loading cutover…">
      {({ cutOver, at }) => (
        <Stack>{cutOver && at !== undefined ? <CutoverDone at={at} /> : <GrantCutover />}</Stack>
      )}
    </Loaded>
  );
};
