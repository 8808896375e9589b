import { List, Modal, Stack, Text, Textarea } from '@mantine/core';
import { IconArrowRightCircle } from '@tabler/icons-react';
import { useState } from 'react';
import type { CaseView } from '#contract/case.ts';
import type { CutoverPlanView, CutoverView } from '#contract/cutover.ts';
import { preconditionLabels } from '#contract/cutover-labels.ts';
import { formatCount, formatList } from '#contract/format.ts';
import { RollBack } from '#renderer/features/cutover/complete/roll-back.tsx';
import { useApply } from '#renderer/features/cutover/cutover-calls.ts';
import { isReached, Missing } from '#renderer/features/cutover/missing.tsx';
import { CompanyLabel } from '#renderer/features/cutover/plan/company-label.tsx';
import classes from '#renderer/features/cutover/stage.module.css';
import { Reason, StageBar } from '#renderer/features/cutover/stage-bar.tsx';
import { useOwnName } from '#renderer/lib/own-name.ts';
import { withoutScheme } from '#renderer/lib/url-format.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { LinkButton } from '#renderer/ui/link-button.tsx';
import { OwnNameInput } from '#renderer/ui/own-name-input.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { IconButton } from '#renderer/ui/small-button.tsx';
import { Defined } from '#renderer/ui/term.tsx';
import { CutoverResultView } from './cutover-result.tsx';

interface ApplyStageProps {
  readonly found: CaseView;
  readonly view: CutoverView;
}

/** The cutover itself: of the local service by the engineer, of a remote one by the provider. */
export const ApplyStage = ({ found, view }: ApplyStageProps) => (
  <>
    <StageBar title="Grant" about={<About local={view.local} />}>
      <RollBack found={found} view={view} />
      {view.local ? (
        <ApplyPlan found={found} view={view} />
      ) : (
        !isReached(view, 'granted') && <LinkButton to="?stage=requested">Open request</LinkButton>
      )}
    </StageBar>
    <Stack className={classes.body}>
      <Missing view={view} stage="granted" />
      {view.granted && <CutoverResultView granted={view.granted} local={view.local} />}
      {view.granted === undefined && view.plan && <Preview plan={view.plan} local={view.local} />}
    </Stack>
  </>
);

const About = ({ local }: { readonly local: boolean }) => (
  <Defined
    text={
      local
        ? 'You act as the provider of the local service: exactly the frozen plan, or nothing.'
        : 'The provider carries it out on the remote target. Carryover verifies it afterwards, read-only.'
    }
    terms={['provider']}
  />
);

const ApplyPlan = ({ found, view }: ApplyStageProps) => {
  const [asking, setAsking] = useState(false);
  if (found.state !== 'open' || view.granted !== undefined) return undefined;
  const blocked = blockedBy(view);
  return (
    <>
      {blocked !== undefined && <Reason>{blocked}</Reason>}
      <Blockable blocked={blocked}>
        <IconButton changes icon={IconArrowRightCircle} onClick={() => setAsking(true)}>
          Apply plan…
        </IconButton>
      </Blockable>
      {asking && view.plan && (
        <ApplyModal caseId={found.id} plan={view.plan} onClose={() => setAsking(false)} />
      )}
    </>
  );
};

const blockedBy = ({ plan, preconditions }: CutoverView): string | undefined => {
  if (plan === undefined) return 'Freeze the plan first';
  const failed = preconditions.find(({ holds }) => holds !== true);
  if (failed === undefined) return undefined;
  return `Open: ${preconditionLabels[failed.id]}`;
};

interface ApplyModalProps {
  readonly caseId: string;
  readonly plan: CutoverPlanView;
  readonly onClose: () => void;
}

const ApplyModal = ({ caseId, plan, onClose }: ApplyModalProps) => {
  const apply = useApply(caseId);
  const own = useOwnName();
  const form = useDraftForm({
    draft: `case:${caseId}:apply`,
    initialValues: { by: own.name, note: '' },
    error: apply.error,
  });
  return (
    <Modal opened onClose={onClose} title="Apply plan" size="lg">
      <ActionForm
        form={form}
        saving={apply}
        action="Apply plan"
        failed="Not applied"
        onSubmit={({ by, note }) =>
          apply.mutate(
            { by: own.over(by), note: note.trim() || undefined, digest: plan.digest },
            {
              onSuccess: () => {
                form.forget();
                onClose();
              },
            },
          )
        }
        onCancel={onClose}
      >
        <Effects plan={plan} local />
        <OwnNameInput label="Granted by" data-autofocus {...form.getInputProps('by')} />
        <Textarea label="Note" autosize minRows={2} maxRows={8} {...form.getInputProps('note')} />
      </ActionForm>
    </Modal>
  );
};

const Preview = ({ plan, local }: { readonly plan: CutoverPlanView; readonly local: boolean }) => (
  <Section
    title={local ? 'What applying does' : 'What the provider does'}
    level={3}
    description={`By the frozen plan ${plan.digest.slice(0, 8)}`}
  >
    <Effects plan={plan} local={local} />
  </Section>
);

interface EffectsProps {
  readonly plan: CutoverPlanView;
  readonly local: boolean;
}

const Effects = ({ plan: { endpoints, rules }, local }: EffectsProps) => {
  const recipes = rules.filter(({ emails }) => emails.length > 0).length;
  return (
    <Stack gap="xs">
      <List spacing={4} styles={{ itemWrapper: { overflowWrap: 'anywhere' } }}>
        {endpoints.map(({ url, companyId, eventTypes, headers }) => (
          <List.Item key={`${companyId ?? ''} ${url}`}>
            <b>{withoutScheme(url)}</b> is created for{' '}
            {companyId === undefined ? 'all companies' : <CompanyLabel companyId={companyId} local={local} />}
            , with {formatCount(eventTypes.length, 'event type')}
            {headers.length > 0 && ` and ${formatList(headers.map(({ name }) => name))}`}.
          </List.Item>
        ))}
        <List.Item>
          {formatCount(rules.length, 'rule')} {rules.length === 1 ? 'stops' : 'stop'} firing; the alerts
          endpoints answer 404.
        </List.Item>
        {recipes > 0 && <List.Item>Emails of {formatCount(recipes, 'rule')} are not carried over.</List.Item>}
      </List>
      <Text c="dimmed">It can be rolled back.</Text>
    </Stack>
  );
};
