import { Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { createContext, type ReactNode, use } from 'react';
import type { CutoverStage } from '#contract/cutover.ts';
import { LinkButton } from '#renderer/ui/link-button.tsx';
import { nextLabels } from './cutover-labels.ts';
import classes from './stage.module.css';

interface StageBarProps {
  readonly title: string;
  /** What is known of it, in a line. */
  readonly about?: ReactNode;
  readonly children?: ReactNode;
}

/** The stage to go on with, once the shown one is reached. */
export const NextStageContext = createContext<CutoverStage | undefined>(undefined);

/** The title of a stage and its actions, the primary one rightmost. */
export const StageBar = ({ title, about, children }: StageBarProps) => (
  <div className={classes.bar}>
    <Title order={3} size="h2" style={{ whiteSpace: 'nowrap' }}>
      {title}
    </Title>
    <div className={classes.about}>{about}</div>
    <div className={classes.actions}>
      {children}
      <NextStage />
    </div>
  </div>
);

const NextStage = () => {
  const next = use(NextStageContext);
  return (
    next !== undefined && (
      <LinkButton
        to={`?stage=${next}`}
        variant="filled"
        rightSection={<IconArrowRight size={16} aria-hidden />}
      >
        {nextLabels[next]}
      </LinkButton>
    )
  );
};

/** Why an action beside it is not possible yet. */
export const Reason = ({ children }: { readonly children: ReactNode }) => (
  <span className={classes.reason}>{children}</span>
);
