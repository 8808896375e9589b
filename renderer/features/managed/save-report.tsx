import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSaving } from '#renderer/ui/save-button.tsx';

const formats = [
  ['html', 'HTML, to read and print'],
  ['md', 'Markdown'],
  ['csv', 'CSV, a row for each step'],
  ['json', 'JSON'],
] as const;

/** The report of the managed migration, as a file. */
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
          Save the report
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(([format, words]) => (
          <Menu.Item
            key={format}
            onClick={() => saving.mutate({ path: `/api/cases/${caseId}/reports/managed?format=${format}` })}
          >
            {words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
