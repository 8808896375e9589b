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

const formatLabels: Readonly<Record<LogFormat, string>> = {
  har: 'HAR',
  combined: 'nginx or Apache, combined',
  jsonl: 'JSON lines',
  csv: 'CSV',
};

interface TrafficFieldsProps {
  readonly options: TrafficOptions;
  readonly onChange: (options: TrafficOptions) => void;
}

/** What the desk cannot always detect from a log. */
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
        label="API hosts in the logs"
        description="Such as api.example.com/v1; leave empty to use those of the target"
        value={[...options.hosts]}
        onChange={(hosts) => onChange({ ...options, hosts })}
      />
      <Group>
        <Button size="compact-sm" variant="subtle" aria-expanded={opened} onClick={toggle}>
          {opened ? 'Hide log options' : 'Log options'}
        </Button>
      </Group>
      <Collapse expanded={opened}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NativeSelect
            label="Format"
            data={[
              { value: '', label: 'Auto-detect' },
              ...logFormats.map((value) => ({ value, label: formatLabels[value] })),
            ]}
            value={options.format}
            onChange={(event) =>
              onChange({ ...options, format: event.currentTarget.value as TrafficOptions['format'] })
            }
          />
          <TextInput label="Traffic name" maxLength={200} {...text('scope')} />
          <TextInput label="Method field" {...text('method')} />
          <TextInput label="Path or URL field" {...text('path')} />
          <TextInput label="Time field" {...text('time')} />
        </SimpleGrid>
      </Collapse>
    </Stack>
  );
};
