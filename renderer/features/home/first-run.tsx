import { Button, SimpleGrid, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconBriefcase2, IconFlask2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { useSample } from '#renderer/ui/use-sample.ts';

/** Shown while there are no cases: create one, or open the sample. */
export const FirstRun = ({ onNewCase }: { onNewCase: () => void }) => {
  const sample = useSample();
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Choice
          title="Start a migration"
          icon={<IconBriefcase2 aria-hidden />}
          text="Each integrator is one case: eligibility, next steps and a signed record of the work."
          action={<Button onClick={onNewCase}>New case</Button>}
        />
        <Choice
          title="Try a sample"
          icon={<IconFlask2 aria-hidden />}
          text="A fictional integrator with code, rules, endpoints, deliveries and tokens on the local service, and a guide."
          action={
            <Button variant="default" loading={sample.isPending} onClick={() => sample.mutate()}>
              {sample.isPending ? 'Creating sample…' : 'Open sample case'}
            </Button>
          }
        />
      </SimpleGrid>
      {sample.error && <ErrorNotice title="Sample case not created" error={sample.error} />}
    </Stack>
  );
};

interface ChoiceProps {
  readonly title: string;
  readonly icon: ReactNode;
  readonly text: string;
  readonly action: ReactNode;
}

const Choice = ({ title, icon, text, action }: ChoiceProps) => (
  <Section title={title}>
    <Stack align="flex-start">
      <ThemeIcon variant="light" size="xl" radius="md">
        {icon}
      </ThemeIcon>
      <Text>{text}</Text>
      {action}
    </Stack>
  </Section>
);
