import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { RunbookStep, RunbookStepView, RunbookView } from '#contract/runbook.ts';
import { TextLink } from '#renderer/ui/text-link.tsx';

/** Those of these steps that are still open. */
export const openAmong = (
  { steps }: RunbookView,
  wanted: readonly RunbookStep[],
): readonly RunbookStepView[] => steps.filter(({ id, state }) => state === 'open' && wanted.includes(id));

/** The same for a button: why it can't be used yet. */
export const blockedBy = (steps: readonly RunbookStepView[]): string | undefined =>
  steps.length === 0
    ? undefined
    : `Complete ${steps.map(({ number, title }) => `step ${number}, ${title}`).join(', ')} first, or override the requirement.`;

/** Links the steps that must be done first. */
export const Blocked = ({ by }: { readonly by: readonly RunbookStepView[] }) =>
  by.length > 0 && (
    <Alert
      color="gray"
      icon={<IconLock aria-hidden />}
      title={by.length === 1 ? 'Blocked by an earlier step' : 'Blocked by earlier steps'}
    >
      Complete{' '}
      {by.map(({ id, number, title }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <TextLink to={`?step=${id}`}>
            step {number}, {title}
          </TextLink>
        </span>
      ))}{' '}
      first, or override the requirement.
    </Alert>
  );
