import { Stack } from '@mantine/core';
import { useCase } from '#renderer/lib/use-case.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { ChooseReport } from './choose-report.tsx';
import { useReport } from './read-report.ts';
import { kindLabels, kindsOf } from './report-kinds.ts';
import { ReportPoint } from './report-point.tsx';
import { ReportPreview } from './report-preview.tsx';

/** Reports of a case: choose, preview, export. */
export const Component = () => {
  const found = useCase();
  const [url, setUrl] = useUrlState(['kind', 'at']);
  const kinds = kindsOf(found);
  const kind = kinds.find((one) => one === url.kind) ?? kinds.at(-1) ?? 'case';
  const at = entryIn(url.at, found.revision);
  const which = { caseId: found.id, kind, at };
  const query = useReport(which);
  return (
    <Page
      level={2}
      title="Reports"
      description="Shareable summary of the case, without secrets and reproducible byte for byte."
    >
      <Stack>
        <ChooseReport
          kinds={kinds}
          which={which}
          last={found.revision}
          onKind={(chosen) => setUrl({ kind: chosen })}
          onAt={(chosen) => setUrl({ at: chosen === undefined ? '' : String(chosen) })}
        />
        <Loaded query={query} text={`Creating report: ${kindLabels[kind].label}…`}>
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

/** An earlier entry; undefined for the last one and for invalid text. */
const entryIn = (text: string | undefined, last: number): number | undefined => {
  const entry = Number(text);
  return Number.isInteger(entry) && entry >= 1 && entry < last ? entry : undefined;
};
