import { Code, Stack, Text, Title } from '@mantine/core';
import { formatCount } from '#contract/format.ts';
import type { CutoverResult } from '#contract/sandbox.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';

type Made = CutoverResult['endpoints'][number];
type Left = CutoverResult['notCarried'][number];

const madeColumns: readonly TableColumn<Made>[] = [
  {
    id: 'url',
    header: 'Endpoint',
    cell: ({ webhook }) => (
      <TextLink to={`/endpoints/${webhook.id}`} inherit>
        {webhook.url}
      </TextLink>
    ),
  },
  {
    id: 'company',
    header: 'Company',
    width: '26%',
    cell: ({ webhook }) => webhook.companyId ?? 'every company',
  },
  { id: 'rules', header: 'Out of', width: 100, cell: ({ ruleIds }) => formatCount(ruleIds.length, 'rule') },
  { id: 'types', header: 'Event types', width: '30%', cell: ({ webhook }) => webhook.eventTypes.join(', ') },
];

const leftColumns: readonly TableColumn<Left>[] = [
  { id: 'rule', header: 'Rule', width: '28%', cell: ({ ruleId }) => <Code>{ruleId}</Code> },
  { id: 'reason', header: 'Why', cell: ({ reason }) => reason },
  {
    id: 'types',
    header: 'Triggers to use instead',
    width: '28%',
    cell: ({ eventTypes }) => eventTypes.join(', '),
  },
];

/** What the cutover made of the rules. */
export const CutoverOutcome = ({ result: { endpoints, notCarried, carriedHeaders } }: Outcome) => (
  <Stack>
    <Stack gap="xs">
      <Title order={3} size="h5">
        {endpoints.length === 0
          ? 'No endpoints were made'
          : `${formatCount(endpoints.length, 'endpoint')} made`}
      </Title>
      {endpoints.length === 0 ? (
        <Text>No rule posts to a webhook.</Text>
      ) : (
        <>
          <Text>Headers that each carries: {carriedHeaders.join(', ')}.</Text>
          <DataTable
            label="Endpoints that the cutover made"
            rows={endpoints}
            columns={madeColumns}
            rowId={({ webhook }) => webhook.id}
            minWidth={680}
          />
        </>
      )}
    </Stack>
    {notCarried.length > 0 && (
      <Stack gap="xs">
        <Title order={3} size="h5">
          Not carried over
        </Title>
        <DataTable
          label="Rules that were not carried over whole"
          rows={notCarried}
          columns={leftColumns}
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
