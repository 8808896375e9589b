import { Stack } from '@mantine/core';
import { useCounts } from '#renderer/lib/token-queries.ts';
import { useCase } from '#renderer/lib/use-case.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { CurrentRun } from './current-run.tsx';
import { NoRows } from './no-rows.tsx';
import { RehearseForm } from './rehearse-form.tsx';

/** A run on a temporary instance, with simulated tokens. */
export const RehearseScreen = () => {
  const { id } = useCase();
  const counts = useCounts(id);
  return (
    <Stack>
      <CurrentRun caseId={id} />
      <Loaded query={counts} text="Counting rows…">
        {(counted) => (counted.rows === 0 ? <NoRows caseId={id} /> : <RehearseForm counts={counted} />)}
      </Loaded>
    </Stack>
  );
};
