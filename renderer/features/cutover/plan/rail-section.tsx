import { Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import layout from './plan.module.css';

interface RailSectionProps {
  readonly title: string;
  readonly beside?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the rail beside the plan. */
export const RailSection = ({ title, beside, actions, children }: RailSectionProps) => {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <div className={layout.railHead}>
        <Title order={4} size="h2" id={heading}>
          {title}
        </Title>
        <Text component="span" className={layout.count}>
          {beside}
        </Text>
        {actions !== undefined && <span className={layout.railEnd}>{actions}</span>}
      </div>
      {children}
    </section>
  );
};
