import { Alert, Stack, Text, Title } from '@mantine/core';
import type { ReportDocument, ReportSection, Tone } from '#contract/report.ts';
import { Section } from '#renderer/ui/section.tsx';
import { ReportBlockView } from './report-block.tsx';
import { colours } from './report-tones.ts';

/** The report as it reads in every format. */
export const ReportPreview = ({ document }: { readonly document: ReportDocument }) => (
  <Stack component="article" aria-label={document.title}>
    <Stack gap={4} mt="sm">
      <Title order={3} size="h3" style={{ overflowWrap: 'anywhere' }}>
        {document.title}
      </Title>
      <Text c="dimmed">
        {document.case.name}, {document.case.integrator}. Created by {document.product}.
      </Text>
    </Stack>
    <Summary {...document.summary} />
    {groupSections(document.sections).map(({ head, below }) => (
      <Section key={head.id} title={head.title}>
        <Stack>
          <Blocks section={head} />
          {below.map((section) => (
            <Stack key={section.id} gap="xs">
              <Title order={4} size="h5">
                {section.title}
              </Title>
              <Blocks section={section} />
            </Stack>
          ))}
        </Stack>
      </Section>
    ))}
  </Stack>
);

const Summary = ({ tone, text }: { readonly tone?: Tone; readonly text: string }) => (
  <Alert color={tone === undefined ? 'gray' : colours[tone]} title="Summary">
    {text}
  </Alert>
);

/** Blocks have no ids, but never move while the document is shown. */
const Blocks = ({ section }: { readonly section: ReportSection }) =>
  section.blocks
    .map((block, at) => ({ block, key: `${section.id} ${at}` }))
    .map(({ block, key }) => <ReportBlockView key={key} block={block} />);

interface Part {
  readonly head: ReportSection;
  readonly below: readonly ReportSection[];
}

/** Sections of level 3 belong to the level 2 section before them. */
const groupSections = (sections: readonly ReportSection[]): readonly Part[] =>
  sections.reduce<Part[]>((parts, section) => {
    const last = parts.at(-1);
    if (section.level === 2 || last === undefined) parts.push({ head: section, below: [] });
    else parts[parts.length - 1] = { ...last, below: [...last.below, section] };
    return parts;
  }, []);
