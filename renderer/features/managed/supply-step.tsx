import { Stack, Text } from '@mantine/core';
import { formatCount, formatList } from '#contract/format.ts';
import type { DetailField, RunbookView } from '#contract/runbook.ts';
import { useIdentity } from '#renderer/lib/identity-query.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { SaveButton } from '#renderer/ui/save-button.tsx';
import { SealCommand } from '#renderer/ui/seal-command.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { DetailsForm } from './details-form.tsx';
import { runbookPath } from './runbook.ts';

/** Step 1: details of the application, and companies with credentials. */
export const SupplyStep = ({ view }: { readonly view: RunbookView }) => (
  <>
    <Section
      title={`${view.platformName} details`}
      description="Secret details are sealed and never part of a report."
      actions={
        <SaveButton size="xs" path={`${runbookPath(view.caseId)}/checklist.md`} name="checklist.md">
          Export checklist
        </SaveButton>
      }
    >
      <DetailsForm key={view.caseId} view={view} />
    </Section>
    <Section title="Companies">
      <Stack gap="sm">
        <Text>
          {formatCount(view.syncing.companies, 'company', 'companies')} imported.{' '}
          <TextLink to={`/cases/${view.caseId}/tokens`}>Open tokens</TextLink>
        </Text>
        <SealedTo />
        <DataTable
          label="Fields of a company"
          rows={view.companyFields}
          columns={columns}
          rowId={({ name }) => name}
        />
      </Stack>
    </Section>
  </>
);

const SealedTo = () => {
  const { data } = useIdentity();
  return data && <SealCommand recipient={data.sealing.recipient} />;
};

const columns: readonly TableColumn<DetailField>[] = [
  { header: 'Field', width: '30%', cell: ({ label }) => label },
  {
    header: 'Kind',
    width: 130,
    cell: ({ secret, required }) =>
      formatList([required ? 'required' : 'optional', ...(secret ? ['secret'] : [])]),
  },
  { header: 'Description', cell: ({ help }) => help, wraps: true },
];
