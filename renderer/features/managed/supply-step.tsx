import { Badge, Group, Stack, Table, Text } from '@mantine/core';
import { formatCount } from '#contract/format.ts';
import type { DetailField, RunbookView } from '#contract/runbook.ts';
import { SaveButton } from '#renderer/ui/save-button.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { DetailsForm } from './details-form.tsx';
import { runbookPath } from './runbook.ts';

/** Step 1: the details of the application, and the companies with their credentials. */
export const SupplyStep = ({ view }: { readonly view: RunbookView }) => (
  <>
    <Section
      level={3}
      title={`Details for ${view.platformName}`}
      description="The integrator supplies them; the checklist lists what is still needed, to be sent. Secret details are sealed, shown masked, and never leave this desk in a report."
      actions={
        <SaveButton size="xs" path={`${runbookPath(view.caseId)}/checklist.md`} name="checklist.md">
          Save the checklist
        </SaveButton>
      }
    >
      <DetailsForm key={view.caseId} view={view} />
    </Section>
    <Section
      level={3}
      title="Companies"
      description="Each company is a row of the integrator's file, with a reference, a name and its credentials."
    >
      <Stack gap="sm">
        <Text>
          {view.syncing.companies === 0
            ? 'No companies are imported yet. '
            : `${formatCount(view.syncing.companies, 'company is', 'companies are')} imported. `}
          <TextLink to={`/cases/${view.caseId}/tokens`}>
            {view.syncing.companies === 0
              ? 'Import them under Tokens'
              : 'Look at them, or import more, under Tokens'}
          </TextLink>
        </Text>
        <CompanyFields fields={view.companyFields} />
      </Stack>
    </Section>
  </>
);

const CompanyFields = ({ fields }: { readonly fields: readonly DetailField[] }) => (
  <Table.ScrollContainer minWidth={420}>
    <Table aria-label="What each company needs" verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Needed for each company</Table.Th>
          <Table.Th>What it is</Table.Th>
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
                    may be left out
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
