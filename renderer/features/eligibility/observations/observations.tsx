import { Stack, Text } from '@mantine/core';
import { IconEyeSearch } from '@tabler/icons-react';
import type { EligibilityView } from '#contract/eligibility.ts';
import { useAbout } from '#renderer/lib/use-about.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { Defined } from '#renderer/ui/term.tsx';
import { ObservationSection } from './observation-section.tsx';
import { StartObservationForm } from './start-observation-form.tsx';

/** Observations of the integrator's application while it uses the local service. */
export const Observations = ({ view, open }: { view: EligibilityView; open: boolean }) => {
  const newestFirst = view.observations.toReversed();
  return (
    <Stack>
      <Section
        title="New observation"
        description={
          <Defined
            text="An observation turns the application's calls to the local service into evidence. Seven days without calls to the alerts endpoints show that it does not use them."
            terms={['observation']}
          />
        }
      >
        <Stack>
          <LocalAddress />
          {open && <StartObservationForm caseId={view.caseId} />}
        </Stack>
      </Section>
      {newestFirst.length === 0 ? (
        <Empty
          icon={<IconEyeSearch aria-hidden />}
          title="No observations yet"
          text="Without traffic logs, an observation shows whether the application calls the alerts endpoints."
        />
      ) : (
        newestFirst.map((observation) => (
          <ObservationSection
            key={observation.id}
            caseId={view.caseId}
            observation={observation}
            open={open}
          />
        ))
      )}
    </Stack>
  );
};

const LocalAddress = () => {
  const { data } = useAbout();
  if (data === undefined) return undefined;
  return (
    <div>
      <Text mb={4}>Base URL for the application (with a local API key):</Text>
      <CodeBlock text={data.apiUrl} what="the address of the local service" />
    </div>
  );
};
