import {
  Button,
  Collapse,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type LogFormat, logFormats, type TrafficOptions } from './check-order.ts';

const formatNames: Readonly<Record<LogFormat, string>> = {
  har: 'HAR',
  combined: 'nginx or Apache, combined',
  jsonl: 'JSON lines',
  csv: 'CSV',
};

interface TrafficFieldsProps {
  readonly options: TrafficOptions;
  readonly onChange: (options: TrafficOptions) => void;
}

/** What the desk can't always tell of a log by itself. */
export const TrafficFields = ({ options, onChange }: TrafficFieldsProps) => {
  const [opened, { toggle }] = useDisclosure(false);
  const text = (field: 'scope' | 'method' | 'path' | 'time') => ({
    value: options[field],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...options, [field]: event.currentTarget.value }),
  });
  return (
    <Stack gap="xs">
      <TagsInput
        label="Hosts of this API in the logs"
        description="Such as api.example.com or api.example.com/v1; press Enter after each. Leave empty to use the target's, or to be asked."
        value={[...options.hosts]}
        onChange={(hosts) => onChange({ ...options, hosts })}
      />
      <Group>
        <Button size="compact-sm" variant="subtle" aria-expanded={opened} onClick={toggle}>
          {opened ? 'Hide what is seldom needed' : 'Format, columns and name of the traffic'}
        </Button>
      </Group>
      <Collapse expanded={opened}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NativeSelect
            label="Format"
            data={[
              { value: '', label: 'Tell it by the content' },
              ...logFormats.map((value) => ({ value, label: formatNames[value] })),
            ]}
            value={options.format}
            onChange={(event) =>
              onChange({ ...options, format: event.currentTarget.value as TrafficOptions['format'] })
            }
          />
          <TextInput label="What the traffic is of" maxLength={200} {...text('scope')} />
          <TextInput label="Field or column of the method" {...text('method')} />
          <TextInput label="Field or column of the path or URL" {...text('path')} />
          <TextInput label="Field or column of the time" {...text('time')} />
        </SimpleGrid>
      </Collapse>
    </Stack>
  );
};
