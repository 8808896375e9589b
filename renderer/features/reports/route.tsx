import { Alert, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '#contract/format.ts';
import { useCase } from '#renderer/lib/use-case.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { ChooseReport } from './choose-report.tsx';
import { OtherFiles } from './other-files.tsx';
import { useReportOutline } from './read-report.ts';
import { kindLabels, kindsOf } from './report-kinds.ts';
import { optionNames, optionsFrom, type ReportOptions } from './report-options.ts';
import { ReportPoint } from './report-point.tsx';
import { ReportPreview } from './report-preview.tsx';

/** Reports of a case: choose, preview, export. */
export const Component = () => {
  const found = useCase();
  const [url, setUrl] = useUrlState(['kind', 'at', ...optionNames]);
  const [latest, setLatest] = useState(found.revision);
  const kinds = kindsOf(found);
  const kind = kinds.find((one) => one === url.kind) ?? kinds.at(-1) ?? 'case';
  const at = entryIn(url.at, found.revision);
  const options = optionsFrom(url);
  const which = { caseId: found.id, kind, at: at ?? latest };
  const outline = useReportOutline(which);
  /** What is chosen is chosen of the case as it is now. */
  const choose = (chosen: Parameters<typeof setUrl>[0]) => {
    setLatest(found.revision);
    setUrl(chosen);
  };
  const onOptions = ({ without, ...changed }: Partial<ReportOptions>) =>
    choose({ ...changed, ...(without && { without: without.join(',') }) });
  const newer = at === undefined ? found.revision - latest : 0;
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
          options={options}
          sections={outline.data?.sections}
          at={at}
          last={found.revision}
          // Sections of one kind say nothing of another.
          onKind={(chosen) => choose({ kind: chosen, without: '' })}
          onAt={(chosen) => choose({ at: chosen === undefined ? '' : String(chosen) })}
          onOptions={onOptions}
        />
        {newer > 0 && <Newer count={newer} at={latest} onUpdate={() => setLatest(found.revision)} />}
        <Loaded query={outline} text={`Creating report: ${kindLabels[kind].label}…`}>
          {({ point, digest }) => (
            <>
              <Section title="Preview" description="The file as it is exported, byte for byte.">
                <ReportPreview which={which} options={options} digest={digest} />
              </Section>
              <ReportPoint caseName={found.name} point={point} />
            </>
          )}
        </Loaded>
        <OtherFiles which={which} />
      </Stack>
    </Page>
  );
};

interface NewerProps {
  readonly count: number;
  readonly at: number;
  readonly onUpdate: () => void;
}

/** What is looked at does not change under the eyes of who looks at it. */
const Newer = ({ count, at, onUpdate }: NewerProps) => (
  <Alert role="status">
    <Group justify="space-between">
      <Text>
        The case has {formatCount(count, 'entry', 'entries')} after entry {at}, which this report ends with.
      </Text>
      <SmallButton onClick={onUpdate}>Update report</SmallButton>
    </Group>
  </Alert>
);

/** An earlier entry; undefined for the last one and for invalid text. */
const entryIn = (text: string | undefined, last: number): number | undefined => {
  const entry = Number(text);
  return Number.isInteger(entry) && entry >= 1 && entry < last ? entry : undefined;
};
