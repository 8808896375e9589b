import { TextInput } from '@mantine/core';
import { IconGavel } from '@tabler/icons-react';
import type { CaseRetention } from '#contract/retention.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';

interface PartProps {
  readonly caseId: string;
  readonly kept: CaseRetention;
}

/** Places a case under legal hold, or releases it. */
export const HoldPart = ({ caseId, kept: { hold } }: PartProps) => (
  <Section
    title="Legal hold"
    level={3}
    description="Nothing of the case can be erased, detached or deleted until it is released."
  >
    {hold && (
      <Facts
        facts={[
          ['Since', <Instant key="at" at={hold.at} />],
          ['Placed by', hold.by],
          ['Reason', hold.reason],
        ]}
      />
    )}
    <HoldForm key={hold?.at} caseId={caseId} isHeld={hold !== undefined} />
  </Section>
);

const HoldForm = ({ caseId, isHeld }: { readonly caseId: string; readonly isHeld: boolean }) => {
  const path = `/api/cases/${caseId}/hold${isHeld ? '/release' : ''}`;
  const saving = useApiMutation((body: { reason: string }) => api.post<CaseRetention>(path, body), {
    rereads: [keys.cases.of(caseId), keys.retention],
    onSuccess: () => notifyDone(isHeld ? 'Legal hold released.' : 'Case placed under legal hold.'),
  });
  const form = useDraftForm({
    draft: `case:${caseId}:${isHeld ? 'release' : 'hold'}`,
    initialValues: { reason: '' },
    error: saving.error,
  });
  return (
    <ActionForm
      form={form}
      saving={saving}
      action={isHeld ? 'Release hold' : 'Place under hold'}
      icon={IconGavel}
      failed={isHeld ? 'Hold not released' : 'Case not held'}
      onSubmit={(values) => saving.mutate(values, { onSuccess: form.forget })}
    >
      <TextInput
        label="Reason"
        description="Recorded and never erased: name no personal data"
        required
        withAsterisk={false}
        maxLength={1000}
        {...form.getInputProps('reason')}
      />
    </ActionForm>
  );
};
