import { Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type { RunbookView, WindowAgreementRequest, WindowView } from '#contract/runbook.ts';
import { bothParties } from '#contract/runbook-labels.ts';
import { api } from '#renderer/lib/api.ts';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { AgreementForm } from './agreement-form.tsx';
import { AgreementList } from './agreement-list.tsx';
import { runbookPath, useRunbookChange } from './runbook.ts';

interface WindowAgreementsProps {
  readonly view: RunbookView;
  readonly window: WindowView;
  readonly blocked: string | undefined;
}

/** Agreements to the migration window. */
export const WindowAgreements = ({ view: { caseId }, window, blocked }: WindowAgreementsProps) => {
  const { id, agreements } = window;
  const [more, setMore] = useState(false);
  const lacking = bothParties.filter((party) => !agreements.some((one) => one.party === party));
  const agreeing = useRunbookChange(
    (request: WindowAgreementRequest) =>
      api.post<RunbookView>(`${runbookPath(caseId)}/window/agreements`, { ...request, windowId: id }),
    (_, { name }) => ({ message: `Agreement of ${name} recorded.` }),
  );
  return (
    <Section title="Agreement" description="The integrator and support must agree.">
      <Stack>
        <AgreementList agreements={agreements} verb="agreed" none="No agreement yet" />
        {lacking.length === 0 && !more ? (
          <Group>
            <SmallButton changes onClick={() => setMore(true)}>
              Record another agreement
            </SmallButton>
          </Group>
        ) : (
          <AgreementForm
            key={`${id} ${agreements.length}`}
            draft={`case:${caseId}:agreement:${id}`}
            lacking={lacking}
            noun="agreement"
            blocked={blocked}
            busy={agreeing.isPending}
            error={agreeing.error}
            onSubmit={(request, done) => agreeing.mutate(request, { onSuccess: done })}
          />
        )}
      </Stack>
    </Section>
  );
};
