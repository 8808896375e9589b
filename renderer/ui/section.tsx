import { Text, Title } from '@mantine/core';
import { createContext, type ReactNode, use, useId } from 'react';
import classes from './section.module.css';

interface SectionProps {
  readonly title?: string;
  /** Of its heading, where it is not the one below the title of the screen. */
  readonly level?: 2 | 3;
  /** Badges and the like, beside the title. */
  readonly beside?: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Of the headings below the title of the screen. */
export const SectionLevel = createContext<2 | 3>(2);

/** A part of a screen below a line, under a heading of its own. */
export const Section = ({ title, level, beside, description, actions, children }: SectionProps) => {
  const heading = useId();
  const below = use(SectionLevel);
  return (
    <section className={classes.section} aria-labelledby={title === undefined ? undefined : heading}>
      {(title !== undefined || actions !== undefined) && (
        <div className={classes.head}>
          <div className={classes.heading}>
            <div className={classes.line}>
              <Title order={level ?? below} size="h2" id={heading}>
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
