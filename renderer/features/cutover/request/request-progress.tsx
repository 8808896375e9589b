import { Stepper, Text } from '@mantine/core';
import type { MigrationRequestView } from '#contract/eligibility.ts';
import { Instant } from '#renderer/ui/instant.tsx';

const steps = [
  { state: 'drafted', label: 'Drafted' },
  { state: 'sent', label: 'Sent to the provider' },
  { state: 'confirmed', label: 'Confirmed by the provider' },
] as const;

/** Drafted, sent, confirmed: who and when. */
export const RequestProgress = ({ request }: { request: MigrationRequestView }) => {
  const done = steps.findIndex(({ state }) => state === request.state) + 1;
  return (
    <Stepper active={done} size="sm" allowNextStepsSelect={false} iconSize={32}>
      {steps.map(({ state, label }, index) => {
        // A redraft starts again.
        const last = index < done ? request.history.findLast((one) => one.state === state) : undefined;
        return (
          <Stepper.Step
            key={state}
            component="div"
            label={label}
            description={
              last && (
                <Text component="span" size="sm" style={{ overflowWrap: 'anywhere' }}>
                  <Instant at={last.at} /> · {last.by}
                  {last.note !== undefined && ` · ${last.note}`}
                </Text>
              )
            }
          />
        );
      })}
    </Stepper>
  );
};
