import { Alert, Blockquote, Group, List, Text } from '@mantine/core';
import { chartTable } from '#contract/chart-table.ts';
import { formatNumber } from '#contract/format.ts';
import type { ReportBlock } from '#contract/report.ts';
import { Facts } from '#renderer/ui/facts.tsx';
import { Stat } from '#renderer/ui/stat.tsx';
import { TimelinePicture } from '#renderer/ui/timeline-picture.tsx';
import { ReportTableView } from './report-table.tsx';
import { colours } from './report-tones.ts';
import { Value } from './report-value.tsx';

const anywhere = { overflowWrap: 'anywhere' } as const;

/** Readable in both themes. */
const figureColour = (colour: string): string =>
  `light-dark(var(--mantine-color-${colour}-9), var(--mantine-color-${colour}-4))`;

/** One block of a report. */
export const ReportBlockView = ({ block }: { readonly block: ReportBlock }) => {
  switch (block.block) {
    case 'text':
      return <Text style={anywhere}>{block.text}</Text>;
    case 'note':
      return (
        <Alert color={colours[block.tone]} style={anywhere}>
          {block.text}
        </Alert>
      );
    case 'quote':
      return (
        <Blockquote p="sm" style={{ ...anywhere, whiteSpace: 'pre-wrap' }}>
          <Text component="span">{block.text}</Text>
          <Text c="dimmed">– {block.by}</Text>
        </Blockquote>
      );
    case 'list':
      return (
        <List style={anywhere}>
          {[...new Set(block.items)].map((item) => (
            <List.Item key={item}>{item}</List.Item>
          ))}
        </List>
      );
    case 'facts':
      return (
        <Facts
          facts={block.facts.map((fact) => [
            fact.name,
            <Value key={fact.name} meaning={fact} value={fact.value} />,
          ])}
        />
      );
    case 'figures':
      return (
        <Group gap="xl">
          {block.figures.map(({ name, value, tone }) => (
            <Stat
              key={name}
              name={name}
              value={
                <Text span inherit {...(tone === undefined ? {} : { c: figureColour(colours[tone]) })}>
                  {formatNumber(value)}
                </Text>
              }
            />
          ))}
        </Group>
      );
    case 'table':
      return <ReportTableView table={block} />;
    case 'chart':
      return <ReportTableView table={chartTable(block)} />;
    case 'timeline':
      return <TimelinePicture timeline={block} />;
  }
};
