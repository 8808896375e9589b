import { Stack } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useCounts } from '#renderer/lib/token-queries.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { CurrentRun } from './current-run.tsx';
import { NoRows } from './no-rows.tsx';
import { useCase } from './queries.ts';
import { StartForm } from './start-form.tsx';
import { startKinds } from './start-labels.ts';
import type { StartKind } from './start-run.ts';

/** What a run would do, and its start. The address says which kind, and perhaps for which row. */
export const StartScreen = () => {
  const { id } = useCase();
  const counts = useCounts(id);
  const [search, setSearch] = useSearchParams();
  const asked = search.get('kind') as StartKind | null;
  const kind = asked !== null && startKinds.includes(asked) ? asked : 'run';
  const ref = search.get('ref') ?? undefined;
  return (
    <Stack>
      <CurrentRun caseId={id} />
      <Loaded query={counts} text="Counting the rows…">
        {(counted) =>
          counted.rows === 0 ? (
            <NoRows caseId={id} />
          ) : (
            <StartForm
              key={`${kind} ${ref}`}
              kind={kind}
              only={ref}
              counts={counted}
              onKind={(next) => setSearch({ kind: next }, { replace: true })}
            />
          )
        }
      </Loaded>
    </Stack>
  );
};
