import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { RunbookStep, RunbookStepView, RunbookView } from '#contract/runbook.ts';

import { TextLink } from '#renderer/ui/text-link.tsx';

/** Those of these steps that are still open: what comes after them can't be done yet. */
export const openAmong = (
  { steps }: RunbookView,
  wanted: readonly RunbookStep[],
): readonly RunbookStepView[] => steps.filter(({ id, state }) => state === 'open' && wanted.includes(id));

/** Says which steps come first, and leads there. */
export const Blocked = ({
  by,
  what,
}: {
  readonly by: readonly RunbookStepView[];
  /** What can't be done yet, such as "A window can't be proposed". */
  readonly what: string;
}) =>
  by.length > 0 && (
    <Alert color="gray" variant="light" icon={<IconLock aria-hidden />} title={`${what} yet`}>
      First:{' '}
      {by.map(({ id, number, title }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <TextLink to={`?step=${id}`}>
            step {number}, {title}
          </TextLink>
        </span>
      ))}
      . Do that, or override the requirement with a reason.
    </Alert>
  );
