import { useCase } from '#renderer/lib/use-case.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { StartForm } from './start-form.tsx';
import { startKinds } from './start-labels.ts';
import { WithRows } from './with-rows.tsx';

/** The plan and the start of a run. The address names its kind, and perhaps a row. */
export const StartScreen = () => {
  const [{ kind: asked, ref }, change] = useUrlState(['kind', 'ref']);
  const kind = startKinds.find((one) => one === asked) ?? 'run';
  return (
    <WithRows caseId={useCase().id}>
      {(counts) => (
        <StartForm
          key={`${kind} ${ref}`}
          kind={kind}
          only={ref}
          counts={counts}
          onKind={(next) => change({ kind: next, ref: undefined })}
        />
      )}
    </WithRows>
  );
};
