import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { cutoverPath } from '#renderer/features/cutover/cutover-calls.ts';
import { languageLabels } from '#renderer/lib/code-samples.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';
import { useSaving } from '#renderer/ui/save-button.tsx';

/** The plan, and the integrator's tasks, as files to send. */
export const ExportPlan = ({ caseId }: { readonly caseId: string }) => {
  const saving = useSaving();
  const [language] = usePreference('language');
  const path = cutoverPath(caseId);
  const tasks = `${path}/tasks`;
  return (
    <Menu position="bottom-end">
      <Tooltip label="Export plan">
        <Menu.Target>
          <ActionIcon variant="default" aria-label="Export plan" loading={saving.isPending}>
            <IconDownload size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        <Menu.Item onClick={() => saving.mutate({ path: `${path}/plan.md`, name: 'cutover-plan.md' })}>
          Plan (Markdown)
        </Menu.Item>
        <Menu.Item
          onClick={() =>
            saving.mutate({ path: `${tasks}.md?language=${language}`, name: 'integrator-tasks.md' })
          }
        >
          Tasks with samples in {languageLabels[language]} (Markdown)
        </Menu.Item>
        <Menu.Item
          onClick={() =>
            saving.mutate({ path: `${tasks}.eml?language=${language}`, name: 'integrator-tasks.eml' })
          }
        >
          Tasks as a mail (.eml)
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
