import { Button, SimpleGrid, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconBriefcase2, IconFlask2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { useSample } from '#renderer/ui/use-sample.ts';

/** Nothing is here yet: begin for real, or look at a whole migration first. */
export const FirstRun = ({ onNewCase }: { onNewCase: () => void }) => {
  const sample = useSample();
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Choice
          title="Start a case"
          icon={<IconBriefcase2 aria-hidden />}
          text="For an integrator whose webhooks or OAuth tokens are to be moved. Carryover checks whether they may, says what is next and who must do it, and keeps what was done on record."
          action={<Button onClick={onNewCase}>New case</Button>}
        />
        <Choice
          title="Look at a sample first"
          icon={<IconFlask2 aria-hidden />}
          text="A whole migration with live data in the local service: code that blocks and its mended version, rules, endpoints, deliveries and simulated tokens. Its notes say where to press."
          action={
            <Button variant="default" loading={sample.isPending} onClick={() => sample.mutate()}>
              {sample.isPending ? 'Making the sample…' : 'Open the sample case'}
            </Button>
          }
        />
      </SimpleGrid>
      {sample.error && <ErrorNotice title="The sample case was not made" error={sample.error} />}
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
