import { Anchor, Code, Drawer, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatCount, formatNumber } from '#contract/format.ts';
import type { LicenceList } from '#contract/licences.ts';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { SearchField } from '#renderer/ui/search-field.tsx';
import { Section } from '#renderer/ui/section.tsx';

type Licence = LicenceList['results'][number];

/** Licences of the packages that ship with Carryover. */
export const Licences = () => {
  const [opened, setOpened] = useState<Licence>();
  const query = useApiQuery<LicenceList>(['licences'], '/api/licences');
  return (
    <Section title="Licences" description="Packages that ship with Carryover">
      <Loaded query={query} text="Loading licences…">
        {({ results }) => <LicenceTable results={results} onOpen={setOpened} />}
      </Loaded>
      <Drawer
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        position="right"
        size="xl"
        title={opened && `${opened.name} ${opened.version}`}
      >
        {opened && (
          <Stack>
            <Text>{opened.licence}</Text>
            <Code block style={{ whiteSpace: 'pre-wrap' }}>
              {opened.text}
            </Code>
          </Stack>
        )}
      </Drawer>
    </Section>
  );
};

interface LicenceTableProps {
  readonly results: readonly Licence[];
  readonly onOpen: (licence: Licence) => void;
}

const LicenceTable = ({ results, onOpen }: LicenceTableProps) => {
  const [text, setText] = useState('');
  const columns = useMemo(() => columnsOf(onOpen), [onOpen]);
  const search = text.trim().toLowerCase();
  const found = results.filter(({ name, licence }) => `${name} ${licence}`.toLowerCase().includes(search));
  return (
    <Stack gap="sm">
      <SearchField label="Search packages" placeholder="Package or licence" value={text} onSearch={setText} />
      <Text c="dimmed" role="status">
        {search === ''
          ? formatCount(results.length, 'package')
          : `${formatCount(found.length, 'package')} of ${formatNumber(results.length)}`}
      </Text>
      <DataTable
        label="Packages and licences"
        rows={found}
        columns={columns}
        rowId={({ name, version }) => `${name} ${version}`}
        height={480}
        minWidth={560}
      />
    </Stack>
  );
};

const columnsOf = (onOpen: LicenceTableProps['onOpen']): readonly TableColumn<Licence>[] => [
  { header: 'Package', sortBy: ({ name }) => name },
  { header: 'Version', width: 140, cell: ({ version }) => version },
  { header: 'Licence', width: 220, sortBy: ({ licence }) => licence },
  {
    header: 'Text',
    width: 110,
    cell: (licence) =>
      licence.text === undefined ? (
        <NoValue means="no text" />
      ) : (
        <Anchor
          component="button"
          type="button"
          underline="always"
          aria-label={`Read licence of ${licence.name}`}
          onClick={() => onOpen(licence)}
        >
          Read
        </Anchor>
      ),
  },
];
