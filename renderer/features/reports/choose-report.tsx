import { Button, Group, NumberInput, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { mappingFormats } from '#contract/mapping-formats.ts';
import { type ReportFormat, type ReportKind, reportFormats } from '#contract/report-kinds.ts';
import { SaveButton } from '#renderer/ui/save-button.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { Defined } from '#renderer/ui/term.tsx';
import { bundlePath, mappingPath, reportPath, type WhichReport } from './read-report.ts';
import { formatLabels, kindLabels } from './report-kinds.ts';

interface ChooseReportProps {
  readonly kinds: readonly ReportKind[];
  readonly which: WhichReport;
  /** The last entry of the audit chain. */
  readonly last: number;
  readonly onKind: (kind: string) => void;
  readonly onAt: (at: number | undefined) => void;
}

/** Kind, point of the audit chain, and file format. */
export const ChooseReport = ({ kinds, which, last, onKind, onAt }: ChooseReportProps) => (
  <Section title="Report options">
    <Stack>
      <Radio.Group label="Kind" value={which.kind} onChange={onKind}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt="xs">
          {kinds.map((kind) => (
            <Radio
              key={kind}
              value={kind}
              label={kindLabels[kind].label}
              description={kindLabels[kind].text}
            />
          ))}
        </SimpleGrid>
      </Radio.Group>
      <Group align="flex-end">
        <NumberInput
          label="As of entry"
          description={
            <Defined text={`1 to ${last} of the audit chain; defaults to the last`} terms={['audit chain']} />
          }
          placeholder={String(last)}
          w={280}
          min={1}
          max={last}
          allowDecimal={false}
          value={which.at ?? ''}
          onChange={(value) => onAt(typeof value === 'number' ? value : undefined)}
        />
        {which.at !== undefined && (
          <Button variant="default" onClick={() => onAt(undefined)}>
            Use latest entry
          </Button>
        )}
      </Group>
      <Export which={which} />
    </Stack>
  </Section>
);

/** For the integrator's database. */
const ExportMapping = ({ which }: Pick<ChooseReportProps, 'which'>) => (
  <Group>
    {mappingFormats.map((format) => (
      <SaveButton key={format} path={mappingPath(which, format)}>
        Export mapping as {formatLabels[format].label}
      </SaveButton>
    ))}
    <Text c="dimmed">Each row reference with its company, connection and status.</Text>
  </Group>
);

const Export = ({ which }: Pick<ChooseReportProps, 'which'>) => {
  const [format, setFormat] = useState<ReportFormat>('html');
  return (
    <>
      <Radio.Group
        label="Format"
        value={format}
        onChange={(value) => setFormat(reportFormats.find((one) => one === value) ?? 'html')}
      >
        <Group mt={6} gap="lg">
          {reportFormats.map((one) => (
            <Radio key={one} value={one} label={formatLabels[one].label} />
          ))}
        </Group>
      </Radio.Group>
      <Group>
        <SaveButton variant="filled" path={reportPath(which, format)}>
          Export {formatLabels[format].label}
        </SaveButton>
        <Text c="dimmed">{formatLabels[format].text}</Text>
      </Group>
      {(which.kind === 'tokens' || which.kind === 'managed') && <ExportMapping which={which} />}
      <Group>
        <SaveButton path={bundlePath(which)}>Export signed bundle</SaveButton>
        <Text c="dimmed">All reports on record and the audit chain in one zip that anyone can verify.</Text>
      </Group>
    </>
  );
};
