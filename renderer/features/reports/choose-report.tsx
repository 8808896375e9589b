import { Button, Group, NumberInput, Radio, SimpleGrid, Stack } from '@mantine/core';
import type { ReportKind } from '#contract/report-kinds.ts';
import { Section } from '#renderer/ui/section.tsx';
import { Defined } from '#renderer/ui/term.tsx';
import { ChooseOptions, ChooseSections } from './choose-options.tsx';
import type { ReportOutline, WhichReport } from './read-report.ts';
import { kindLabels } from './report-kinds.ts';
import type { ReportOptions } from './report-options.ts';

interface ChooseReportProps {
  readonly kinds: readonly ReportKind[];
  readonly which: WhichReport;
  readonly options: ReportOptions;
  /** undefined until they are known. */
  readonly sections: ReportOutline['sections'] | undefined;
  /** The entry that is asked for; undefined for the last one. */
  readonly at: number | undefined;
  /** The last entry of the audit chain. */
  readonly last: number;
  readonly onKind: (kind: string) => void;
  readonly onAt: (at: number | undefined) => void;
  readonly onOptions: (changed: Partial<ReportOptions>) => void;
}

/** Kind, point of the audit chain, and file format. */
export const ChooseReport = ({ kinds, which, options, sections, at, last, ...on }: ChooseReportProps) => (
  <Section title="Report options">
    <Stack>
      <Radio.Group label="Kind" value={which.kind} onChange={on.onKind}>
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
          value={at ?? ''}
          onChange={(value) => on.onAt(typeof value === 'number' ? value : undefined)}
        />
        {at !== undefined && (
          <Button variant="default" onClick={() => on.onAt(undefined)}>
            Use latest entry
          </Button>
        )}
      </Group>
      <ChooseOptions options={options} onChange={on.onOptions} />
      {sections !== undefined && (
        <ChooseSections sections={sections} options={options} onChange={on.onOptions} />
      )}
    </Stack>
  </Section>
);
