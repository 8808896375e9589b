import { Stack } from '@mantine/core';
import type { CaseView } from '#contract/case.ts';
import type { HeaderSetup } from '#contract/header-setup.ts';
import { localTargetId } from '#contract/target.ts';
import { HeaderForm } from '#renderer/features/endpoints/headers/header-form.tsx';
import { PresentHeaders } from '#renderer/features/endpoints/headers/present-headers.tsx';
import { useTarget } from '#renderer/lib/lists.ts';
import { useAbout } from '#renderer/lib/use-about.ts';
import { notifyDone } from '#renderer/ui/notify.tsx';
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

/** One endpoint, in the order in which its headers are set up. */
export const Setup = ({ found, setup }: SetupProps) => {
  const { webhook, headers, way } = setup;
  const guided = way === 'guided';
  const open = found.state === 'open';
  const clientId = useClientId(found);
  const setting = useSetHeaders(found.id, webhook.id);
  const removing = useSetHeaders(found.id, webhook.id);
  return (
    <Stack>
      <Section title="1. What the legacy set-up sends" level={3}>
        <LegacyHeaders legacy={setup.legacy} />
      </Section>
      <Section
        title={guided ? '2. The headers that are planned' : '2. The headers that are set'}
        level={3}
        description={
          guided
            ? 'The API of a remote target refuses headers: they are kept here, sealed, and pasted into its management portal by hand.'
            : 'Showing a value in full is put on record.'
        }
        actions={
          !guided && <TextLink to={`/endpoints/${webhook.id}?tab=headers`}>Open the endpoint</TextLink>
        }
      >
        <Stack>
          <PresentHeaders
            headers={headers}
            reveal={(name) => revealPlanned(found.id, webhook.id, name)}
            removing={{
              isPending: removing.isPending,
              error: removing.error,
              reset: removing.reset,
              remove: (name, done) =>
                removing.mutate(
                  { remove: [name] },
                  {
                    onSuccess: () => {
                      notifyDone(`${name} is removed.`);
                      done();
                    },
                  },
                ),
            }}
          />
          {open && (
            <HeaderForm
              present={headers.map(({ name }) => name)}
              clientId={clientId}
              action={guided ? 'Plan the headers' : 'Set the headers'}
              note={
                guided
                  ? 'Nothing is sent to the target. Values are sealed in the case.'
                  : 'They are sent from the next attempt on. Who set them is put on record, never a value.'
              }
              busy={setting.isPending}
              error={setting.error}
              onSubmit={(request, forget) =>
                setting.mutate(request, {
                  onSuccess: () => {
                    forget();
                    setting.reset();
                    notifyDone(guided ? 'The headers are planned. Now paste them.' : 'The headers are set.');
                  },
                })
              }
            />
          )}
        </Stack>
      </Section>
      {setup.guide.length > 0 && (
        <Section title="3. Paste them into the portal" level={3}>
          <Guide
            steps={setup.guide}
            headers={headers}
            reveal={(name) => revealPlanned(found.id, webhook.id, name)}
          />
        </Section>
      )}
      <Section
        title={setup.guide.length > 0 ? '4. Check that they arrive' : '3. Check that they arrive'}
        level={3}
      >
        <CheckHeaders found={found} setup={setup} />
      </Section>
    </Stack>
  );
};

/** Of the target, or of the case; the desk looks in the same order. */
const useClientId = ({ targetId, clientId }: CaseView): string | undefined => {
  const about = useAbout();
  const ofTarget = useTarget(targetId)?.clientId;
  return ofTarget ?? (targetId === localTargetId ? about.data?.client.id : undefined) ?? clientId;
};
