import { Stack } from '@mantine/core';
import type { CaseView } from '#contract/case.ts';
import type { HeaderSetup } from '#contract/header-setup.ts';
import { localTargetId } from '#contract/target.ts';
import { Doctor } from '#renderer/features/endpoints/doctor/doctor.tsx';
import { HeaderForm } from '#renderer/features/endpoints/headers/header-form.tsx';
import { PresentHeaders } from '#renderer/features/endpoints/headers/present-headers.tsx';
import { useTarget } from '#renderer/lib/lists.ts';
import { useAbout } from '#renderer/lib/use-about.ts';
import { Section } from '#renderer/ui/section.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { CheckHeaders } from './check-headers.tsx';
import { Guide } from './guide.tsx';
import { LegacyHeaders } from './legacy-headers.tsx';
import { revealPlanned, useSetHeaders } from './setups.ts';

interface SetupProps {
  readonly found: CaseView;
  readonly setup: HeaderSetup;
}

/** One endpoint: its header setup, step by step. */
export const Setup = ({ found, setup }: SetupProps) => {
  const { webhook, headers, guide } = setup;
  const reveal = (name: string): Promise<string> => revealPlanned(found.id, webhook.id, name);
  return (
    <Stack>
      <Section title="1. Legacy headers" level={3}>
        <LegacyHeaders legacy={setup.legacy} />
      </Section>
      <HeaderStep found={found} setup={setup} reveal={reveal} />
      {guide.length > 0 && (
        <Section title="3. Paste into the portal" level={3}>
          <Guide steps={guide} headers={headers} reveal={reveal} />
        </Section>
      )}
      <Section title={`${guide.length > 0 ? 4 : 3}. Check headers`} level={3}>
        <CheckHeaders found={found} setup={setup} />
      </Section>
      <Section
        title={`${guide.length > 0 ? 5 : 4}. Doctor`}
        level={3}
        description="Tests how the consumer responds to valid, wrong, large and repeated events."
      >
        <Doctor
          webhookId={webhook.id}
          url={webhook.url}
          caseId={found.id}
          local={found.targetId === localTargetId}
          open={found.state === 'open'}
        />
      </Section>
    </Stack>
  );
};

interface HeaderStepProps extends SetupProps {
  readonly reveal: (name: string) => Promise<string>;
}

/** A remote target has no API for headers: they are planned here. */
const texts = {
  guided: {
    title: '2. Planned headers',
    description: 'The API of a remote target cannot set headers; paste them into its management portal.',
    action: 'Plan headers',
    note: 'Nothing is sent to the target. Values are encrypted in the case.',
    done: 'Headers planned. Paste them into the portal next.',
  },
  api: {
    title: '2. Set headers',
    description: 'Showing a value in full is recorded.',
    action: 'Set headers',
    note: 'Sent from the next attempt on. The case records who set them, never a value.',
    done: 'Headers set.',
  },
} as const;

const HeaderStep = ({ found, setup: { webhook, headers, way }, reveal }: HeaderStepProps) => {
  const clientId = useClientId(found);
  const setting = useSetHeaders(found.id, webhook.id);
  const removing = useSetHeaders(found.id, webhook.id);
  const { title, description, ...text } = texts[way];
  return (
    <Section
      title={title}
      level={3}
      description={description}
      actions={
        way === 'api' && <TextLink to={`/endpoints/${webhook.id}?tab=headers`}>Open endpoint</TextLink>
      }
    >
      <Stack>
        <PresentHeaders headers={headers} reveal={reveal} removing={removing} />
        {found.state === 'open' && (
          <HeaderForm
            present={headers.map(({ name }) => name)}
            clientId={clientId}
            setting={setting}
            {...text}
          />
        )}
      </Stack>
    </Section>
  );
};

/** Of the target, or of the case; the desk resolves it in the same order. */
const useClientId = ({ targetId, clientId }: CaseView): string | undefined => {
  const about = useAbout();
  const ofTarget = useTarget(targetId)?.clientId;
  return ofTarget ?? (targetId === localTargetId ? about.data?.client.id : undefined) ?? clientId;
};
