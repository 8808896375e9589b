import { Anchor, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { type Approval, approvalKindLabels } from '#contract/approvals.ts';
import { approvalStateLabels, approvalTones } from '#renderer/lib/approval-labels.ts';
import { useApproval } from '#renderer/lib/approval-queries.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { usePerson } from '#renderer/lib/who.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { PlanView, useIsWhole } from './plan-view.tsx';
import { useApprove, useRefuse, useWithdraw } from './use-approvals.ts';

/** One request for an approval: who asked, the plan, and the decision. */
export const Component = () => {
  const { caseId = '', approvalId = '' } = useParams();
  const query = useApproval(caseId, approvalId);
  const title = query.data === undefined ? 'Approval' : approvalKindLabels[query.data.kind];
  return (
    <Page
      title={title}
      back={{ to: '/approvals', label: 'Approvals' }}
      beside={query.data && <State {...query.data} />}
    >
      <Loaded query={query} text="Loading approval…">
        {(approval) => (
          <>
            <Request approval={approval} />
            <PlanView approval={approval} />
          </>
        )}
      </Loaded>
    </Page>
  );
};

const State = ({ state }: Pick<Approval, 'state'>) => (
  <StatusBadge tone={approvalTones[state]}>{approvalStateLabels[state]}</StatusBadge>
);

const Request = ({ approval }: { readonly approval: Approval }) => {
  const { caseId, caseName, requested, expires, given, refused, withdrawn, used, invalid } = approval;
  return (
    <Section title="Request" actions={<Decision approval={approval} />}>
      <Facts
        facts={[
          [
            'Case',
            <Anchor key="case" component={Link} to={`/cases/${caseId}`}>
              {caseName}
            </Anchor>,
          ],
          ['Requested by', <When key="r" {...requested} />],
          ['Waits until', expires === undefined ? undefined : <Instant key="e" at={expires} />],
          ['Approved by', given && <When key="g" {...given} />],
          ['Valid until', given && <Instant key="v" at={given.expires} />],
          ['Signed with the key', given?.publicKey],
          ['Does not count', invalid],
          ['Refused by', refused && <When key="f" {...refused} />],
          ['Withdrawn by', withdrawn && <When key="w" {...withdrawn} />],
          ['Carried out by', used && <When key="u" {...used} />],
        ]}
      />
    </Section>
  );
};

interface WhenProps {
  readonly by: string;
  readonly at: string;
  readonly reason?: string;
}

const When = ({ by, at, reason }: WhenProps) => (
  <>
    {by}, <Instant at={at} />
    {reason !== undefined && <Text size="sm">{reason}</Text>}
  </>
);

const Decision = ({ approval }: { readonly approval: Approval }) => {
  const person = usePerson();
  const [refusing, setRefusing] = useState(false);
  const approve = useApprove(approval, person?.id ?? '');
  const withdraw = useWithdraw(approval);
  const isWhole = useIsWhole(approval);
  const { may } = approval;
  const error = approve.error ?? withdraw.error;
  return (
    <Stack gap="xs" align="flex-end">
      <Group gap="xs">
        {may.withdraw && (
          <Button
            variant="default"
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate(undefined, { onSuccess: () => notifyDone('Approval withdrawn.') })}
          >
            Withdraw
          </Button>
        )}
        {may.decide && (
          <>
            <Button variant="default" onClick={() => setRefusing(true)}>
              Refuse…
            </Button>
            <Blockable blocked={isWhole === true ? undefined : 'The digest of the plan does not match.'}>
              <Button
                leftSection={<IconSignature size={16} aria-hidden />}
                loading={approve.isPending}
                onClick={() =>
                  approve.mutate(undefined, { onSuccess: () => notifyDone('Plan signed and approved.') })
                }
              >
                Approve and sign
              </Button>
            </Blockable>
          </>
        )}
      </Group>
      {error ? <ErrorNotice title="Not done" error={error} /> : undefined}
      <Modal opened={refusing} onClose={() => setRefusing(false)} title="Refuse approval">
        {refusing && <Refusal approval={approval} onClose={() => setRefusing(false)} />}
      </Modal>
    </Stack>
  );
};

const Refusal = ({ approval, onClose }: { readonly approval: Approval; readonly onClose: () => void }) => {
  const refuse = useRefuse(approval);
  const form = useDraftForm({ initialValues: { reason: '' }, error: refuse.error });
  return (
    <ActionForm
      form={form}
      saving={refuse}
      action="Refuse approval"
      failed="Not refused"
      onSubmit={({ reason }) =>
        refuse.mutate(reason, {
          onSuccess: () => {
            onClose();
            notifyDone('Approval refused.');
          },
        })
      }
      onCancel={onClose}
    >
      <Textarea
        label="Reason"
        required
        data-autofocus
        autosize
        minRows={2}
        maxLength={4000}
        {...form.getInputProps('reason')}
      />
    </ActionForm>
  );
};
