import { Checkbox, Text } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { HeaderSetupRequest } from '#contract/header-setup.ts';
import { carriedHeaders, webhookLimits } from '#contract/webhook.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { blockedField } from '#renderer/ui/blockable.tsx';
import { HeaderInputs } from '#renderer/ui/header-inputs.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { AuthorizationFields } from './authorization-fields.tsx';
import { isIncomplete, noChoice, problemsOf, requestOf } from './header-choice.ts';

interface HeaderFormProps {
  /** Names of the present headers. */
  readonly present: readonly string[];
  /** The integrator's client; undefined: not known. */
  readonly clientId: string | undefined;
  /** Verb and object. */
  readonly action: string;
  readonly note: string;
  /** Shown once the headers are set. */
  readonly done: string;
  readonly setting: UseMutationResult<unknown, Error, HeaderSetupRequest>;
}

/** Sets custom headers. Values are kept in this form alone, until they are sent or it is closed. */
export const HeaderForm = ({ present, clientId, action, note, done, setting }: HeaderFormProps) => {
  const form = useDraftForm({ initialValues: noChoice, error: setting.error });
  const problems = problemsOf(form.values);
  const request = requestOf(form.values);
  const isSet = (name: string): boolean => present.some((one) => one.toLowerCase() === name.toLowerCase());
  const sendsClientId = isSet(carriedHeaders.clientId);
  const isInvalid =
    problems.authorization !== undefined || problems.others.size > 0 || problems.all !== undefined;
  const isReady = request !== undefined && !isInvalid && !isIncomplete(form.values);
  const blocked = isReady
    ? undefined
    : isInvalid
      ? 'Correct the marked fields.'
      : 'Choose or complete a header.';
  const submit = (): void => {
    if (request === undefined) return;
    setting.mutate(request, {
      onSuccess: () => {
        form.forget();
        setting.reset();
        notifyDone(done);
      },
    });
  };
  return (
    <ActionForm
      form={form}
      saving={setting}
      action={action}
      failed="Headers not set"
      blocked={blocked}
      beside={
        blocked === undefined && (
          <Text size="sm" c="dimmed" flex="1 1 16rem">
            {note}
          </Text>
        )
      }
      onSubmit={submit}
    >
      <AuthorizationFields form={form} problem={problems.authorization} isSet={isSet(carriedHeaders.auth)} />
      <Checkbox
        label={`Send ${carriedHeaders.clientId}`}
        description={formatClientId(clientId, sendsClientId)}
        {...form.getInputProps('clientId', { type: 'checkbox' })}
        {...blockedField(
          clientId === undefined || sendsClientId ? formatClientId(clientId, sendsClientId) : undefined,
        )}
        checked={form.values.clientId || sendsClientId}
      />
      <HeaderInputs
        title="Other headers"
        headers={form.values.others}
        inputProps={(at, field) => form.getInputProps(`others.${at}.${field}`)}
        problems={problems.others}
        most={webhookLimits.headers}
        mostOfValue={webhookLimits.headerBytes}
        onAdd={(header) => form.insertListItem('others', header)}
        onRemove={(at) => form.removeListItem('others', at)}
      />
      {problems.all !== undefined && (
        <Text c="red" role="alert">
          {problems.all}
        </Text>
      )}
    </ActionForm>
  );
};

const formatClientId = (clientId: string | undefined, isSet: boolean): string => {
  if (isSet) return 'Set already. To change it, remove it from the list first.';
  if (clientId === undefined) return 'Client id unknown: add it to the case or its target.';
  return `Client id ${clientId}; tells clients apart at a shared consumer.`;
};
