import { Anchor } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { CutoverPlanView } from '#contract/cutover.ts';
import layout from './plan.module.css';
import { propertiesOf } from './plan-groups.ts';
import { RailSection } from './rail-section.tsx';

const shownAtFirst = 4;

/** Properties of the body under their new names, and those that are dropped. */
export const Properties = ({ plan }: { readonly plan: CutoverPlanView }) => {
  const [all, setAll] = useState(false);
  const properties = propertiesOf(plan);
  const dropped = properties.filter(({ to }) => to === undefined).length;
  const shown = all ? properties : properties.slice(0, shownAtFirst);
  if (properties.length === 0) return undefined;
  return (
    <RailSection title="Properties" beside={`${properties.length - dropped} renamed, ${dropped} dropped`}>
      <ul className={layout.list} style={{ gap: 2 }}>
        {shown.map(({ from, to }) => (
          <li key={`${from} ${to ?? ''}`} className={layout.property}>
            <code>{from}</code>
            <IconArrowRight size={14} stroke={1.8} aria-label="becomes" role="img" />
            {to === undefined ? <span className={layout.note}>dropped</span> : <code>{to}</code>}
          </li>
        ))}
      </ul>
      {properties.length > shownAtFirst && (
        <Anchor component="button" type="button" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${properties.length - shownAtFirst} more`}
        </Anchor>
      )}
    </RailSection>
  );
};
