import { Badge, Group, Stack, Table, Text } from '@mantine/core';
import { formatCount } from '#contract/format.ts';
import type { DetailField, RunbookView } from '#contract/runbook.ts';
import { SaveButton } from '#renderer/ui/save-button.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { DetailsForm } from './details-form.tsx';
import { runbookPath } from './runbook.ts';

/** Step 1: details of the application, and companies with credentials. */
export const SupplyStep = ({ view }: { readonly view: RunbookView }) => (
  <>
    <Section
      level={3}
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
    <Section level={3} title="Companies">
      <Stack gap="sm">
        <Text>
          {formatCount(view.syncing.companies, 'company', 'companies')} imported.{' '}
          <TextLink to={`/cases/${view.caseId}/tokens`}>Open tokens</TextLink>
        </Text>
        <CompanyFields fields={view.companyFields} />
      </Stack>
    </Section>
  </>
);

const CompanyFields = ({ fields }: { readonly fields: readonly DetailField[] }) => (
  <Table.ScrollContainer minWidth={420}>
    <Table aria-label="Fields of a company" verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          <Table.Th>Description</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {fields.map(({ name, label, help, secret, required }) => (
          <Table.Tr key={name}>
            <Table.Td>
              <Group gap={6}>
                <Text fw={600}>{label}</Text>
                {secret && (
                  <Badge variant="default" radius="sm" tt="none">
                    secret
                  </Badge>
                )}
                {!required && (
                  <Badge variant="default" radius="sm" tt="none">
                    optional
                  </Badge>
                )}
              </Group>
            </Table.Td>
            <Table.Td>
              <Text>{help}</Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);
