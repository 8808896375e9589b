import { Menu, Modal, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { CaseView } from '#contract/case.ts';
import type { CutoverTask } from '#contract/cutover.ts';
import { formatNumber } from '#contract/format.ts';
import { cutoverPath } from '#renderer/features/cutover/cutover-calls.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { CodeSample, SampleLanguage } from '#renderer/ui/code-sample.tsx';
import { useSaving } from '#renderer/ui/save-button.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import { Worded } from '#renderer/ui/worded.tsx';
import layout from './plan.module.css';
import { RailSection } from './rail-section.tsx';

interface TasksProps {
  readonly found: CaseView;
  readonly tasks: readonly CutoverTask[];
}

/** Changes in the integrator's code, to read and to send. The address names the open one. */
export const Tasks = ({ found, tasks }: TasksProps) => {
  const [{ task: wanted }, setState] = useUrlState(['task']);
  const shown = tasks.find(({ id }) => id === wanted);
  return (
    <RailSection
      title="Integrator tasks"
      beside={formatNumber(tasks.length)}
      actions={
        tasks.length > 0 && (
          <>
            <SampleLanguage />
            <SendTasks caseId={found.id} />
          </>
        )
      }
    >
      {tasks.length === 0 ? (
        <div className={layout.note}>No changes needed.</div>
      ) : (
        <ol className={layout.list}>
          {tasks.map((task, at) => (
            <li key={task.id} className={layout.item}>
              <span className={layout.number} aria-hidden>
                {at + 1}
              </span>
              <div>
                <button type="button" className={layout.task} onClick={() => setState({ task: task.id })}>
                  {task.title}
                </button>
                {task.uses !== undefined && task.uses.length > 0 && (
                  <div className={layout.note}>{usesNote(task.uses)}</div>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
      {shown && <TaskModal task={shown} onClose={() => setState({ task: undefined })} />}
    </RailSection>
  );
};

const usesNote = (uses: readonly string[]): string => {
  const files = new Set(uses.map((use) => use.replace(/:\d+.*$/, ''))).size;
  return `${formatNumber(uses.length)} ${uses.length === 1 ? 'use' : 'uses'} in ${formatNumber(files)} ${files === 1 ? 'file' : 'files'}`;
};

const SendTasks = ({ caseId }: { readonly caseId: string }) => {
  const [language] = usePreference('language');
  const saving = useSaving();
  const save = (ending: 'md' | 'eml'): void =>
    saving.mutate({
      path: `${cutoverPath(caseId)}/tasks.${ending}?language=${language}`,
      name: `integrator-tasks.${ending}`,
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionButton
          size="xs"
          variant="subtle"
          color="gray"
          c="var(--text)"
          loading={saving.isPending}
          leftSection={<IconSend size={14} aria-hidden />}
        >
          Send
        </ActionButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save('eml')}>Mail (.eml)</Menu.Item>
        <Menu.Item onClick={() => save('md')}>Markdown</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};

const TaskModal = ({ task, onClose }: { readonly task: CutoverTask; readonly onClose: () => void }) => (
  <Modal opened onClose={onClose} title={task.title} size="xl">
    <Stack>
      <Text component="div">
        <Worded text={task.why} />
      </Text>
      {task.uses !== undefined && task.uses.length > 0 && (
        <Section title="In their code" level={3}>
          <ul className={layout.list}>
            {task.uses.map((use) => (
              <li key={use}>
                <code>{use}</code>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {task.sample !== undefined && (
        <Section title="Sample" level={3} actions={<SampleLanguage />}>
          <CodeSample topic={task.sample} />
        </Section>
      )}
    </Stack>
  </Modal>
);
