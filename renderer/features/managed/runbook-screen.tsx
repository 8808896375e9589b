import { Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { RunbookStepView, RunbookView } from '#contract/runbook.ts';
import { type RunbookStep, runbookSteps } from '#contract/runbook-labels.ts';
import { useNow } from '#renderer/lib/use-now.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { PartyTable } from './party-table.tsx';
import classes from './runbook-screen.module.css';
import { StepList } from './step-list.tsx';
import { StepRequirement } from './step-requirement.tsx';
import { StepWork } from './step-work.tsx';

/** States of the parties, the six steps, and the one that the address names, else the first that is open. */
export const RunbookScreen = ({ view }: { readonly view: RunbookView }) => {
  const [{ step: wanted }] = useUrlState(['step']);
  const now = useNow();
  const next = view.steps.find(({ state }) => state === 'open');
  // Stays when it is done, so that the result is seen.
  const [first] = useState(next?.id ?? 'complete');
  const id = runbookSteps.find((step) => step === wanted) ?? first;
  const step = stepOf(view, id);
  const head = useShownStep(id);
  return (
    <Stack gap={0}>
      <PartyTable view={view} now={now} />
      <div className={classes.screen}>
        <StepList steps={view.steps} shown={id} now={now} />
        <Stack
          miw={0}
          ref={head}
          tabIndex={-1}
          aria-label={`Step ${step.number}: ${step.title}`}
          role="group"
          className={classes.shown}
        >
          <StepRequirement key={id} view={view} step={step} next={next} now={now} />
          <StepWork key={`work ${id}`} view={view} step={id} />
        </Stack>
      </div>
    </Stack>
  );
};

/** Where the beginning of the step is in sight, the status of the parties above it stays so, too. */
const isInSight = (step: HTMLElement | null): boolean => {
  const top = step?.getBoundingClientRect().top ?? 0;
  return top > 0 && top < window.innerHeight / 2;
};

/** Scrolls to another step and moves the focus there, for screen readers. */
const useShownStep = (id: RunbookStep) => {
  const shown = useRef<HTMLDivElement>(null);
  const before = useRef(id);
  useEffect(() => {
    if (before.current === id) return;
    before.current = id;
    if (!isInSight(shown.current)) shown.current?.scrollIntoView({ block: 'start' });
    shown.current?.focus({ preventScroll: true });
  }, [id]);
  return shown;
};

const stepOf = ({ steps }: RunbookView, id: RunbookStep): RunbookStepView => {
  const found = steps.find((one) => one.id === id);
  if (found === undefined) throw new Error(`The runbook has no step ${id}.`);
  return found;
};
