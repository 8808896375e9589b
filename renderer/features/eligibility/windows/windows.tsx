import { Stack, Text } from '@mantine/core';
import { IconEyeSearch } from '@tabler/icons-react';
import type { EligibilityView } from '#contract/eligibility.ts';
import { useAbout } from '#renderer/lib/use-about.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { OpenWindowForm } from './open-window-form.tsx';
import { WindowSection } from './window-section.tsx';

/** Windows in which the integrator's application is pointed at the local service, and what was seen in each. */
export const Windows = ({ view, open }: { view: EligibilityView; open: boolean }) => {
  const newestFirst = view.observations.toReversed();
  return (
    <Stack>
      <Section
        title="Watch the application"
        level={3}
        description="Open a window, then point the application at the local service. Its calls of the alerts endpoints become evidence as they come. Seven days or more with other calls, and none of the alerts endpoints, show that there are none."
      >
        <Stack>
          <LocalAddress />
          {open && <OpenWindowForm caseId={view.caseId} />}
        </Stack>
      </Section>
      {newestFirst.length === 0 ? (
        <Empty
          icon={<IconEyeSearch aria-hidden />}
          title="No window was opened yet"
          text="Without traffic logs, a window is how it is shown that the application does not call the alerts endpoints."
        />
      ) : (
        newestFirst.map((observation) => (
          <WindowSection key={observation.id} caseId={view.caseId} observation={observation} open={open} />
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
      <Text mb={4}>Base URL for the application, with a key of the local service:</Text>
      <CodeBlock text={data.apiUrl} what="the address of the local service" />
    </div>
  );
};
