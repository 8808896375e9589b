import { Button, Stack } from '@mantine/core';
import { IconBriefcase2, IconFlask2 } from '@tabler/icons-react';
import { Empty } from '#renderer/ui/empty.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import { Defined } from '#renderer/ui/term.tsx';
import { useSample } from '#renderer/ui/use-sample.ts';

/** Shown while there are no cases: create one, or open the sample. */
export const FirstRun = ({ onNewCase }: { onNewCase: () => void }) => {
  const sample = useSample();
  return (
    <Stack gap="xl">
      <Empty
        level={2}
        icon={<IconBriefcase2 aria-hidden />}
        title="Start a migration"
        text={
          <Defined
            text="Each integrator is one case: eligibility, next steps and a signed record of the work."
            terms={['integrator', 'case']}
          />
        }
        action={
          <Button variant="default" onClick={onNewCase}>
            New case
          </Button>
        }
      />
      <Empty
        level={2}
        icon={<IconFlask2 aria-hidden />}
        title="Try a sample"
        text="A fictional integrator with code, rules, endpoints, deliveries and tokens on the local service, and a guide."
        action={
          <ActionButton variant="default" loading={sample.isPending} onClick={() => sample.mutate()}>
            {sample.isPending ? 'Creating sample…' : 'Open sample case'}
          </ActionButton>
        }
      />
      {sample.error && <ErrorNotice title="Sample case not created" error={sample.error} />}
    </Stack>
  );
};
