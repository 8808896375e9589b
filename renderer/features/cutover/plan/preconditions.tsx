import { VisuallyHidden } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconHelpCircle } from '@tabler/icons-react';
import type { Precondition } from '#contract/cutover.ts';
import { preconditionLabels } from '#contract/cutover-labels.ts';
import { forScreen } from '#renderer/features/cutover/cutover-labels.ts';
import { Worded } from '#renderer/ui/worded.tsx';
import layout from './plan.module.css';
import { RailSection } from './rail-section.tsx';

const looks = {
  holds: { Icon: IconCircleCheck, color: 'var(--success-mark)', said: 'Holds: ' },
  fails: { Icon: IconCircleX, color: 'var(--danger-mark)', said: 'Fails: ' },
  pending: { Icon: IconCircleDashed, color: 'var(--text-3)', said: 'Pending: ' },
  unknown: { Icon: IconHelpCircle, color: 'var(--warning-mark)', said: 'Not known: ' },
} as const;

/** What is needed only to apply may be missing while it is planned. */
const stateOf = ({ holds, neededFor }: Precondition): keyof typeof looks => {
  if (holds === null) return 'unknown';
  if (holds) return 'holds';
  return neededFor === 'plan' ? 'fails' : 'pending';
};

export const Preconditions = ({ preconditions }: { readonly preconditions: readonly Precondition[] }) => {
  const held = preconditions.filter(({ holds }) => holds === true).length;
  return (
    <RailSection title="Preconditions" beside={`${held} of ${preconditions.length} hold`}>
      <ul className={layout.list}>
        {preconditions.map((one) => {
          const { Icon, color, said } = looks[stateOf(one)];
          return (
            <li key={one.id} className={layout.item}>
              <Icon size={14} stroke={1.8} color={color} aria-hidden />
              <div>
                <VisuallyHidden>{said}</VisuallyHidden>
                {preconditionLabels[one.id]}
                {one.holds !== true && one.why !== '' && (
                  <div className={layout.note}>
                    <Worded text={forScreen(one.why)} />
                  </div>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </RailSection>
  );
};
