import { Stack } from '@mantine/core';
import { useCounts } from '#renderer/lib/token-queries.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { CurrentRun } from './current-run.tsx';
import { NoRows } from './no-rows.tsx';
import { useCase } from './queries.ts';
import { RehearseForm } from './rehearse-form.tsx';

/** The run of the case on a throwaway copy of the service, with tokens that behave as chosen. */
export const RehearseScreen = () => {
  const { id } = useCase();
  const counts = useCounts(id);
  return (
    <Stack>
      <CurrentRun caseId={id} />
      <Loaded query={counts} text="Counting the rows…">
        {(counted) => (counted.rows === 0 ? <NoRows caseId={id} /> : <RehearseForm counts={counted} />)}
      </Loaded>
    </Stack>
  );
};
