import { Collapse, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ImportFormat, TokenImportResult } from '#contract/token-rows.ts';
import { unreadText } from '#renderer/lib/unread-text.ts';
import { useIntegrations } from '#renderer/lib/use-integrations.ts';
import { blockedField } from '#renderer/ui/blockable.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { formatLabels } from './format-labels.ts';
import { ImportMapping } from './import-mapping.tsx';
import type { ReadOptions } from './read-tokens.ts';
import { TemplateButtons } from './template-buttons.tsx';

interface ImportOptionsProps {
  readonly options: ReadOptions;
  /** No column names the platform. */
  readonly asksPlatform: boolean;
  /** Of the latest check. */
  readonly result: TokenImportResult | undefined;
  readonly isBusy: boolean;
  /** Checks the list again. */
  readonly onChange: (options: ReadOptions) => void;
}

/** Platform, format and column mapping of the list. */
export const ImportOptions = (props: ImportOptionsProps) => {
  const { options, result, isBusy, onChange } = props;
  const [opened, setOpened] = useState(false);
  const mapped = Object.keys(options.mapping).length;
  const Chevron = opened ? IconChevronDown : IconChevronRight;
  return (
    <Section title="Settings" description="Settings are detected automatically.">
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }} maw={760}>
          <PlatformField {...props} />
          <Select
            label="Format"
            placeholder="Auto-detect"
            clearable
            {...blockedField(isBusy ? 'The list is being read.' : undefined)}
            value={options.format || null}
            onChange={(format) => onChange({ ...options, format: (format ?? '') as ImportFormat | '' })}
            data={Object.entries(formatLabels).map(([value, label]) => ({ value, label }))}
          />
        </SimpleGrid>
        <TemplateButtons platformKey={options.platformKey} />
        <Group gap="sm">
          <SmallButton icon={Chevron} aria-expanded={opened} onClick={() => setOpened(!opened)}>
            Column mapping
          </SmallButton>
          <Text c="dimmed">{mapped === 0 ? 'Detected' : `${mapped} set by you, the others detected`}</Text>
        </Group>
        <Collapse expanded={opened}>
          <ImportMapping options={options} result={result} isBusy={isBusy} onChange={onChange} />
        </Collapse>
      </Stack>
    </Section>
  );
};

const PlatformField = ({ options, asksPlatform, isBusy, onChange }: ImportOptionsProps) => {
  const query = useIntegrations();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asksPlatform) field.current?.focus();
  }, [asksPlatform]);
  return (
    <Select
      ref={field}
      label="Platform of all rows"
      error={unreadText(query, 'Platforms') ?? (asksPlatform && 'No column names the platform')}
      placeholder="From a column in the file"
      clearable
      searchable
      // It has the focus by itself: its list would cover the alert that says why.
      openOnFocus={false}
      {...blockedField(isBusy ? 'The list is being read.' : undefined)}
      value={options.platformKey || null}
      onChange={(platformKey) => onChange({ ...options, platformKey: platformKey ?? '' })}
      data={(query.data?.results ?? []).map(({ platformKey, name }) => ({
        value: platformKey,
        label: `${name} (${platformKey})`,
      }))}
    />
  );
};
