import { Button, Collapse, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ImportFormat, TokenImportResult } from '#contract/token-rows.ts';
import { useIntegrations } from '#renderer/lib/use-integrations.ts';
import { Section } from '#renderer/ui/section.tsx';
import { ImportMapping } from './import-mapping.tsx';
import type { ReadOptions } from './read-tokens.ts';
import { TemplateButtons } from './template-buttons.tsx';

interface ImportOptionsProps {
  readonly options: ReadOptions;
  /** Nothing else says the platform. */
  readonly asksPlatform: boolean;
  /** What the list was understood as, once it was read. */
  readonly result: TokenImportResult | undefined;
  readonly isBusy: boolean;
  /** The list is checked again with them. */
  readonly onChange: (options: ReadOptions) => void;
}

/** How the list is to be read: platform, format, and which column holds what. */
export const ImportOptions = ({ options, asksPlatform, result, isBusy, onChange }: ImportOptionsProps) => {
  const { data } = useIntegrations();
  const [opened, setOpened] = useState(false);
  const platform = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asksPlatform) platform.current?.focus();
  }, [asksPlatform]);
  const given = Object.keys(options.mapping).length;
  return (
    <Section title="How to read it" level={3} description="Settings are detected automatically.">
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }} maw={760}>
          <Select
            ref={platform}
            label="Platform of all rows"
            error={asksPlatform ? 'Choose it: no column says it.' : undefined}
            description="Leave it empty if a column of the list says it."
            placeholder="From a column in the file"
            clearable
            searchable
            disabled={isBusy}
            value={options.platformKey === '' ? null : options.platformKey}
            onChange={(platformKey) => onChange({ ...options, platformKey: platformKey ?? '' })}
            data={(data?.results ?? []).map(({ platformKey, name }) => ({
              value: platformKey,
              label: `${name} (${platformKey})`,
            }))}
          />
          <Select
            label="Format"
            description="Detected from the beginning of the file if left empty."
            placeholder="Auto-detect"
            clearable
            disabled={isBusy}
            value={options.format === '' ? null : options.format}
            onChange={(format) => onChange({ ...options, format: (format ?? '') as ImportFormat | '' })}
            data={formats}
          />
        </SimpleGrid>
        <TemplateButtons platformKey={options.platformKey} />
        <Group gap="sm">
          <Button
            variant="default"
            size="xs"
            leftSection={
              opened ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />
            }
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            Which column holds what
          </Button>
          <Text c="dimmed">
            {given === 0 ? 'Guessed by the headers.' : `${given} said by you, the others guessed.`}
          </Text>
        </Group>
        <Collapse expanded={opened}>
          <ImportMapping options={options} result={result} isBusy={isBusy} onChange={onChange} />
        </Collapse>
      </Stack>
    </Section>
  );
};

const formats = [
  { value: 'csv', label: 'CSV' },
  { value: 'json', label: 'JSON' },
  { value: 'jsonl', label: 'JSON lines' },
];
