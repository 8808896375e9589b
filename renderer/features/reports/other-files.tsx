import { Group, Stack, Text } from '@mantine/core';
import { mappingFormats } from '#contract/mapping-formats.ts';
import { SaveButton } from '#renderer/ui/save-button.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { bundlePath, mappingPath, type WhichReport } from './read-report.ts';
import { formatLabels } from './report-kinds.ts';

/** What is exported as it is, whatever the options are. */
export const OtherFiles = ({ which }: { readonly which: WhichReport }) => (
  <Section title="Other files">
    <Stack gap="sm">
      {(which.kind === 'tokens' || which.kind === 'managed') && (
        <Group>
          {mappingFormats.map((format) => (
            <SaveButton key={format} path={mappingPath(which, format)}>
              Export mapping as {formatLabels[format].label}
            </SaveButton>
          ))}
          <Text c="dimmed">Each row reference with its company, connection and status.</Text>
        </Group>
      )}
      <Group>
        <SaveButton path={bundlePath(which)}>Export signed bundle</SaveButton>
        <Text c="dimmed">All reports on record and the audit chain in one zip that anyone can verify.</Text>
      </Group>
    </Stack>
  </Section>
);
