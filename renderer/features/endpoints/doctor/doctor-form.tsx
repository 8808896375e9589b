import { Checkbox, Text } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';
import { useState } from 'react';
import type { DoctorPlan, DoctorRequest } from '#contract/doctor.ts';
import { formatCount, formatList } from '#contract/format.ts';
import { type DraftForm, useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { SecretInput } from '#renderer/ui/secret-input.tsx';
import { type Subject, useLocalPlan, usePlanDoctor, useRunDoctor } from './doctor-calls.ts';

interface DoctorFormProps {
  readonly subject: Subject;
  readonly caseId: string | undefined;
  readonly local: boolean;
  readonly running: boolean;
  readonly onStarted: (jobId: string) => void;
}

/** A run, which tells first how many requests it sends to which host, and asks unless that is this machine. */
export const DoctorForm = ({ subject, caseId, local, running, onStarted }: DoctorFormProps) => {
  const [asking, setAsking] = useState<Asking>();
  const plan = usePlanDoctor();
  const run = useRunDoctor();
  const form = useDraftForm<Values>({
    initialValues: { load: false, secret: '', authorization: '' },
    error: plan.error ?? run.error,
  });
  const start = (request: DoctorRequest): void =>
    run.mutate(request, {
      onSuccess: ({ id }) => {
        setAsking(undefined);
        onStarted(id);
      },
    });
  const prepare = (values: Values): void => {
    const request = requestOf({ subject, caseId }, values);
    run.reset();
    plan.mutate(request, {
      onSuccess: (found) => {
        const confirmed = { ...request, confirm: found.confirm };
        if (found.loopback) start(confirmed);
        else setAsking({ plan: found, request: confirmed });
      },
    });
  };
  return (
    <>
      <ActionForm
        form={form}
        saving={savingOf(plan, run, asking !== undefined)}
        action="Run doctor"
        icon={IconStethoscope}
        failed="Not tested"
        blocked={running ? 'Running' : undefined}
        beside={!running && <Announced subject={subject} load={form.values.load} local={local} />}
        onSubmit={prepare}
      >
        {!local && <SecretFields form={form} />}
        <Checkbox
          label="Load test"
          description="50 messages per second for 10 s"
          {...form.getInputProps('load', { type: 'checkbox' })}
        />
      </ActionForm>
      <ConfirmModal
        opened={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title="Run doctor"
        text={asking && <PlanText plan={asking.plan} />}
        action="Send requests"
        doing={run}
        failed="Not tested"
        onConfirm={() => asking && start(asking.request)}
      />
    </>
  );
};

/** What a target other than the local service does not tell. */
const SecretFields = ({ form }: { readonly form: DraftForm<Values> }) => (
  <>
    <SecretInput
      label="Signing secret"
      description="whsec_…, which the target does not tell. Without it, signatures can't be tested."
      maw={480}
      {...form.getInputProps('secret')}
    />
    <SecretInput
      label="Authorization"
      description="As configured on the endpoint. Leave empty if there is none."
      maw={480}
      {...form.getInputProps('authorization')}
    />
  </>
);

interface Request {
  readonly isPending: boolean;
  readonly error: Error | null;
}

/** While the question is shown, it has the progress and the error of the run itself. */
const savingOf = (plan: Request, run: Request, isAsking: boolean): Request => ({
  isPending: plan.isPending || (run.isPending && !isAsking),
  error: plan.error ?? (isAsking ? null : run.error),
});

interface Asking {
  readonly plan: DoctorPlan;
  readonly request: DoctorRequest;
}

interface Values {
  readonly load: boolean;
  readonly secret: string;
  readonly authorization: string;
}

const requestOf = (
  { subject, caseId }: Pick<DoctorFormProps, 'subject' | 'caseId'>,
  { load, secret, authorization }: Values,
): DoctorRequest => ({
  ...subject,
  ...(caseId !== undefined && { caseId }),
  ...(load && { load }),
  ...(secret.trim() !== '' && { secret: secret.trim() }),
  ...(authorization.trim() !== '' && {
    headers: [{ name: 'Authorization', value: authorization.trim() }],
  }),
});

const secretTexts: Readonly<Record<DoctorPlan['secret'], string>> = {
  given: 'Signed with the secret you entered.',
  endpoint: "Signed with the endpoint's secret.",
  none: 'No secret is known: signatures are not tested.',
};

interface AnnouncedProps {
  readonly subject: Subject;
  readonly load: boolean;
  readonly local: boolean;
}

/** Of another target the plan comes with the question. */
const Announced = ({ subject, load, local }: AnnouncedProps) => {
  const { data } = useLocalPlan(subject, load, local);
  return (
    data && (
      <Text size="sm" c="dimmed">
        Sends up to {formatCount(data.requests, 'request')} to {data.host}.
      </Text>
    )
  );
};

const PlanText = ({ plan: { host, requests, secret, headers } }: { readonly plan: DoctorPlan }) => (
  <>
    <Text>
      Sends up to {formatCount(requests, 'request')} to <b>{host}</b>, which is not on the desk's machine.
    </Text>
    <Text>
      {secretTexts[secret]} {headers.length > 0 && `Headers: ${formatList(headers)}.`}
    </Text>
  </>
);
