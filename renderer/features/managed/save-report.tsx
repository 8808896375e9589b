import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSaving } from '#renderer/ui/save-button.tsx';

const formats = [
  ['html', 'HTML'],
  ['md', 'Markdown'],
  ['csv', 'CSV'],
  ['json', 'JSON'],
] as const;

/** Exports the report of the managed migration. */
export const SaveReport = ({ caseId }: { readonly caseId: string }) => {
  const saving = useSaving();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={saving.isPending}
        >
          Export report
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(([format, label]) => (
          <Menu.Item
            key={format}
            onClick={() => saving.mutate({ path: `/api/cases/${caseId}/reports/managed?format=${format}` })}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
