import { Stack, Text } from '@mantine/core';
import { answerPartLabels } from '#contract/answer-labels.ts';
import type { AnsweredForm } from '#contract/answered-form.ts';
import { useCase } from '#renderer/lib/use-case.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { LinkButton } from '#renderer/ui/link-button.tsx';

/** The filled-in form that a list came in, and what else it holds. */
export const ImportForm = ({ form }: { readonly form: AnsweredForm }) => {
  const { id } = useCase();
  const { by, digest, parts } = form;
  const isOpen = parts.some(({ outcome }) => outcome !== 'already');
  return (
    <Stack gap="sm" align="flex-start">
      <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        From the form that {by.name} ({by.role}) filled in on <Instant at={by.at} />. SHA-256 of the file:{' '}
        {digest}. Compare it with the one that the integrator told you.
      </Text>
      {parts.length > 0 && (
        <DataTable
          label="Other parts of the form"
          rows={parts}
          columns={columns}
          rowId={({ part }) => part}
        />
      )}
      {isOpen && (
        <>
          <Text>
            Only the token list is imported here. Import answer, with the same file, records the rest.
          </Text>
          <LinkButton to={`/cases/${id}/managed`}>Open managed migration</LinkButton>
        </>
      )}
    </Stack>
  );
};

const columns: readonly TableColumn<AnsweredForm['parts'][number]>[] = [
  { header: 'Part', width: 150, cell: ({ part }) => answerPartLabels[part] },
  {
    header: 'State',
    width: 150,
    cell: ({ outcome }) => (outcome === 'already' ? 'on record' : 'not on record'),
  },
  { header: 'Detail', cell: ({ text }) => text, wraps: true },
];
