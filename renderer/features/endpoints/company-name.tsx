import { Code, Group, Text } from '@mantine/core';
import { useCompany } from '#renderer/lib/use-company.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';

/** A company by its name and id. */
export const CompanyName = ({ companyId }: { companyId: string }) => {
  const { data } = useCompany(companyId);
  return (
    <Group gap={6}>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {data === null ? 'Unknown company' : (data?.name ?? 'Company')}
      </Text>
      <Group gap={2} wrap="nowrap">
        <Code style={{ overflowWrap: 'anywhere' }}>{companyId}</Code>
        <CopyButton value={companyId} what="company id" />
      </Group>
    </Group>
  );
};
