import { type CaseRetention, type CaseRetentionRequest, noticeDays } from '#contract/retention.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { ruleText, useDeskRetention } from '#renderer/lib/use-retention.ts';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { RuleForm } from '#renderer/ui/rule-form.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { DueText } from './due-text.tsx';

/** How long the case is kept: as the desk keeps cases, or by a rule of its own. */
export const RulePart = ({ caseId, kept }: { readonly caseId: string; readonly kept: CaseRetention }) => {
  const ofDesk = useDeskRetention().data?.rule;
  const saving = useApiMutation(
    (rule: CaseRetentionRequest['rule']) =>
      api.put<CaseRetention>(`/api/cases/${caseId}/retention`, { rule }),
    {
      rereads: [keys.cases.of(caseId), keys.retention],
      onSuccess: () => notifyDone('Retention saved.'),
    },
  );
  return (
    <Section
      title="Retention"
      level={3}
      description={`Of a closed or archived case. Its deletion is announced here ${noticeDays} days before.`}
    >
      <DueText kept={kept} />
      <RuleForm
        label={ofDesk === undefined ? 'Rule' : `This desk: ${ruleText(ofDesk).toLowerCase()}`}
        options={{ desk: 'As this desk', keep: 'Keep' }}
        rule={kept.of === 'desk' ? 'desk' : kept.rule}
        saving={saving}
        onSave={saving.mutate}
      />
    </Section>
  );
};
