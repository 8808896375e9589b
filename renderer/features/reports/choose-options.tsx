import { Checkbox, Group, Radio, Select, SimpleGrid } from '@mantine/core';
import { languageNames, languages } from '#contract/languages.ts';
import {
  isForPeople,
  keptSections,
  papers,
  type ReportFormat,
  reportFormats,
} from '#contract/report-kinds.ts';
import { blockedField } from '#renderer/ui/blockable.tsx';
import { ZoneSelect } from '#renderer/ui/zone-select.tsx';
import type { ReportOutline } from './read-report.ts';
import { formatLabels, paperLabels } from './report-kinds.ts';
import type { ReportOptions } from './report-options.ts';

interface ChooseOptionsProps {
  readonly options: ReportOptions;
  readonly onChange: (changed: Partial<ReportOptions>) => void;
}

/** How the file is made. */
export const ChooseOptions = ({ options, onChange }: ChooseOptionsProps) => (
  <Group gap="xl" align="flex-start">
    <Radio.Group
      label="Format"
      description={formatLabels[options.format].text}
      value={options.format}
      onChange={(value) => onChange({ format: value as ReportFormat })}
    >
      <Group mt={6} gap="lg">
        {reportFormats.map((one) => (
          <Radio key={one} value={one} label={formatLabels[one].label} />
        ))}
      </Group>
    </Radio.Group>
    {options.format === 'pdf' && (
      <Select
        label="Paper"
        w={120}
        allowDeselect={false}
        data={papers.map((paper) => ({ value: paper, label: paperLabels[paper] }))}
        value={options.paper ?? 'a4'}
        onChange={(value) => onChange({ paper: papers.find((one) => one === value) })}
      />
    )}
    {isForPeople(options.format) && (
      <>
        <ZoneSelect
          label="Time zone"
          w={260}
          value={options.zone ?? 'UTC'}
          onChange={(zone) => onChange({ zone: zone ?? 'UTC' })}
        />
        <Select
          label="Language"
          w={120}
          allowDeselect={false}
          data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
          value={options.language ?? 'en'}
          onChange={(value) => onChange({ language: languages.find((one) => one === value) })}
        />
      </>
    )}
  </Group>
);

interface ChooseSectionsProps extends ChooseOptionsProps {
  readonly sections: ReportOutline['sections'];
}

/** Which sections the report has. It always says which ones it was made without. */
export const ChooseSections = ({ sections, options: { without }, onChange }: ChooseSectionsProps) => {
  const left = new Set(without);
  const shown = sections.filter(({ id }) => !left.has(id)).map(({ id }) => id);
  return (
    <Checkbox.Group
      label="Sections"
      description="The report names those that are left out."
      value={shown}
      onChange={(chosen) =>
        onChange({ without: sections.map(({ id }) => id).filter((id) => !chosen.includes(id)) })
      }
    >
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="xs" mt={6}>
        {sections.map(({ id, title }) => (
          <Checkbox key={id} value={id} label={title} {...blockedField(whyKept(id, shown))} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
};

const whyKept = (id: string, shown: readonly string[]): string | undefined => {
  if (keptSections.has(id)) return 'Always included';
  return shown.length === 1 && shown[0] === id ? 'A report has at least one section' : undefined;
};
