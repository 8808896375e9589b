import { Code, Stack, Text, Title } from '@mantine/core';
import { formatCount, formatList, formatNumber } from '#contract/format.ts';
import type { CutoverResult } from '#contract/sandbox.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';

type Created = CutoverResult['endpoints'][number];
type Unconverted = CutoverResult['notCarried'][number];

const createdColumns: readonly TableColumn<Created>[] = [
  {
    header: 'Endpoint',
    cell: ({ webhook }) => (
      <TextLink to={`/endpoints/${webhook.id}`} inherit>
        {webhook.url}
      </TextLink>
    ),
  },
  { header: 'Company', width: '26%', cell: ({ webhook }) => webhook.companyId ?? 'All companies' },
  { header: 'Rules', width: 100, cell: ({ ruleIds }) => formatNumber(ruleIds.length) },
  { header: 'Event types', width: '30%', cell: ({ webhook }) => webhook.eventTypes.join(', ') },
];

const unconvertedColumns: readonly TableColumn<Unconverted>[] = [
  { header: 'Rule', width: '28%', cell: ({ ruleId }) => <Code>{ruleId}</Code> },
  { header: 'Reason', cell: ({ reason }) => reason },
  { header: 'Use instead', width: '28%', cell: ({ eventTypes }) => eventTypes.join(', ') },
];

/** The endpoints that the cutover created, and the rules it could not convert. */
export const CutoverOutcome = ({ result: { endpoints, notCarried, carriedHeaders } }: Outcome) => (
  <Stack>
    <Stack gap="xs">
      <Title order={3} size="h5">
        {endpoints.length === 0
          ? 'No endpoints created'
          : `${formatCount(endpoints.length, 'endpoint')} created`}
      </Title>
      {endpoints.length === 0 ? (
        <Text>No rule has a webhook.</Text>
      ) : (
        <>
          <Text>Headers on each: {formatList(carriedHeaders)}</Text>
          <DataTable
            label="Created endpoints"
            rows={endpoints}
            columns={createdColumns}
            rowId={({ webhook }) => webhook.id}
            minWidth={680}
          />
        </>
      )}
    </Stack>
    {notCarried.length > 0 && (
      <Stack gap="xs">
        <Title order={3} size="h5">
          Rules not converted
        </Title>
        <DataTable
          label="Rules not converted"
          rows={notCarried}
          columns={unconvertedColumns}
          rowId={({ ruleId }) => ruleId}
          minWidth={680}
        />
      </Stack>
    )}
  </Stack>
);

interface Outcome {
  readonly result: CutoverResult;
}
