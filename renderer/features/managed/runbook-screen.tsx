import { Alert, List, Stack } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { RunbookStepView, RunbookView } from '#contract/runbook.ts';
import { type RunbookStep, runbookSteps } from '#contract/runbook-labels.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { useNow } from '#renderer/lib/use-now.ts';
import classes from './runbook-screen.module.css';
import { StepGate } from './step-gate.tsx';
import { formatDue, isLate } from './step-labels.ts';
import { StepList } from './step-list.tsx';
import { StepWork } from './step-work.tsx';

/** The six steps, and the one that is looked at: by the address, else the first that is open. */
export const RunbookScreen = ({ view }: { readonly view: RunbookView }) => {
  const [search] = useSearchParams();
  const now = useNow();
  const next = view.steps.find(({ state }) => state === 'open');
  const wanted = search.get('step');
  // Stays when it is done meanwhile: what was just recorded is still to be seen.
  const [first] = useState(next?.id ?? 'complete');
  const id = runbookSteps.find((step) => step === wanted) ?? first;
  const step = stepOf(view, id);
  const head = useShownStep(id);
  const late = view.steps.filter((one) => isLate(one, now));
  return (
    <Stack>
      {late.length > 0 && <Late steps={late} now={now} />}
      <div className={classes.screen}>
        <StepList steps={view.steps} shown={id} next={next?.id} now={now} />
        <Stack
          miw={0}
          ref={head}
          tabIndex={-1}
          aria-label={`Step ${step.number}: ${step.title}`}
          role="group"
          className={classes.shown}
        >
          <StepGate key={id} view={view} step={step} next={next} now={now} />
          <StepWork key={`work ${id}`} view={view} step={id} />
        </Stack>
      </div>
    </Stack>
  );
};

/** Another step begins at its head, also for those who hear it. */
const useShownStep = (id: RunbookStep) => {
  const shown = useRef<HTMLDivElement>(null);
  const before = useRef(id);
  useEffect(() => {
    if (before.current === id) return;
    before.current = id;
    shown.current?.scrollIntoView({ block: 'start' });
    shown.current?.focus({ preventScroll: true });
  }, [id]);
  return shown;
};

const stepOf = ({ steps }: RunbookView, id: RunbookStep): RunbookStepView => {
  const found = steps.find((one) => one.id === id);
  if (found === undefined) throw new Error(`The runbook has no step ${id}.`);
  return found;
};

const Late = ({ steps, now }: { readonly steps: readonly RunbookStepView[]; readonly now: number }) => (
  <Alert
    color="red"
    variant="light"
    icon={<IconClockExclamation aria-hidden />}
    title={steps.length === 1 ? 'One step is late' : `${steps.length} steps are late`}
  >
    <List>
      {steps.map((step) => (
        <List.Item key={step.id}>
          Step {step.number}, {step.title}, {formatDue(step, now)}. Responsible:{' '}
          {partyLabels[step.responsible].toLowerCase()}.
        </List.Item>
      ))}
    </List>
  </Alert>
);
