import { Stack } from '@mantine/core';
import { useCounts } from '#renderer/lib/token-queries.ts';
import { useCase } from '#renderer/lib/use-case.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { CurrentRun } from './current-run.tsx';
import { NoRows } from './no-rows.tsx';
import { StartForm } from './start-form.tsx';
import { startKinds } from './start-labels.ts';

/** The plan and the start of a run. The address names its kind, and perhaps a row. */
export const StartScreen = () => {
  const { id } = useCase();
  const counts = useCounts(id);
  const [{ kind: asked, ref }, change] = useUrlState(['kind', 'ref']);
  const kind = startKinds.find((one) => one === asked) ?? 'run';
  return (
    <Stack>
      <CurrentRun caseId={id} />
      <Loaded query={counts} text="Counting rows…">
        {(counted) =>
          counted.rows === 0 ? (
            <NoRows caseId={id} />
          ) : (
            <StartForm
              key={`${kind} ${ref}`}
              kind={kind}
              only={ref}
              counts={counted}
              onKind={(next) => change({ kind: next, ref: undefined })}
            />
          )
        }
      </Loaded>
    </Stack>
  );
};
