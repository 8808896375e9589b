import { useCase } from '#renderer/lib/use-case.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { ExportForm } from './export-form.tsx';
import { ImportAnswer } from './import-answer.tsx';
import { OpenRunbook } from './open-runbook.tsx';
import { useRunbook } from './runbook.ts';
import { RunbookScreen } from './runbook-screen.tsx';
import { SaveReport } from './save-report.tsx';

/** The managed migration of a case: six steps, each with its requirement. */
export const Component = () => {
  const { id } = useCase();
  const query = useRunbook(id);
  const isOpen = (query.data?.steps.length ?? 0) > 0;
  return (
    <Page
      level={2}
      title={isOpen ? `Managed migration: ${query.data?.platformName}` : 'Managed migration'}
      actions={
        isOpen && (
          <>
            <ImportAnswer caseId={id} />
            <ExportForm caseId={id} />
            <SaveReport caseId={id} />
          </>
        )
      }
    >
      <Loaded query={query} text="Loading managed migration…">
        {(view) => (view.steps.length === 0 ? <OpenRunbook view={view} /> : <RunbookScreen view={view} />)}
      </Loaded>
    </Page>
  );
};
