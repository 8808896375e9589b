import { Stack } from '@mantine/core';
import { useOutletContext, useSearchParams } from 'react-router';
import type { CaseView } from '#contract/case.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { ChooseReport } from './choose-report.tsx';
import { useReport } from './read-report.ts';
import { kindLabels, kindsOf } from './report-kinds.ts';
import { ReportPoint } from './report-point.tsx';
import { ReportPreview } from './report-preview.tsx';

/** Reports of a case: chosen, looked at, and saved as a file. */
export const Component = () => {
  const found = useOutletContext<CaseView>();
  const [search, setSearch] = useSearchParams();
  const kinds = kindsOf(found);
  const kind = kinds.find((one) => one === search.get('kind')) ?? kinds.at(-1) ?? 'case';
  const at = entryIn(search.get('at'), found.revision);
  const which = { caseId: found.id, kind, at };
  const query = useReport(which);
  const choose = (name: string, value: string | undefined): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === undefined) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <Page
      level={2}
      title="Reports"
      description="What the case shows, for people who were not there. The same point of the same audit chain always gives the same bytes; no secret is in any of them."
    >
      <Stack>
        <ChooseReport
          kinds={kinds}
          which={which}
          last={found.revision}
          onKind={(chosen) => choose('kind', chosen)}
          onAt={(chosen) => choose('at', chosen === undefined ? undefined : String(chosen))}
        />
        <Loaded query={query} text={`Making the report: ${kindLabels[kind].label}…`}>
          {(document) => (
            <>
              <ReportPoint caseName={found.name} point={document.point} />
              <ReportPreview document={document} />
            </>
          )}
        </Loaded>
      </Stack>
    </Page>
  );
};

/** An entry that there is; undefined for the last one, and for what is none. */
const entryIn = (text: string | null, last: number): number | undefined => {
  const entry = Number(text);
  return Number.isInteger(entry) && entry >= 1 && entry < last ? entry : undefined;
};
