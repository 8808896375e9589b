import { Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

interface SectionProps {
  readonly title?: string;
  readonly level?: 2 | 3;
  /** Badges and the like, beside the title. */
  readonly beside?: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a screen below a line, under a heading of its own. */
export const Section = ({ title, level = 2, beside, description, actions, children }: SectionProps) => {
  const heading = useId();
  return (
    <section className={classes.section} aria-labelledby={title === undefined ? undefined : heading}>
      {(title !== undefined || actions !== undefined) && (
        <div className={classes.head}>
          <div className={classes.heading}>
            <div className={classes.line}>
              <Title order={level} size="h2" id={heading}>
                {title}
              </Title>
              {beside}
            </div>
            {description !== undefined && (
              <Text size="sm" c="dimmed" component="div">
                {description}
              </Text>
            )}
          </div>
          {actions !== undefined && <div className={classes.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
};
