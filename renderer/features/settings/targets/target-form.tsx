import { NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Target } from '#contract/target.ts';
import { problemOf } from '#renderer/lib/problem-of.ts';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { FormActions } from '#renderer/ui/form-actions.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { SecretInput } from '#renderer/ui/secret-input.tsx';
import { CaField } from './ca-field.tsx';
import { ProxyField } from './proxy-field.tsx';
import { blankValues, noSecrets, patchOf, requestOf, type TargetValues, valuesOf } from './target-values.ts';
import { useSaveTarget } from './use-targets.ts';

interface TargetFormProps {
  /** undefined: a new one. */
  readonly target: Target | undefined;
  readonly onClose: () => void;
}

/** Adds a remote target, or changes one. Secrets are in this form alone, until they are sent or it is closed. */
export const TargetForm = ({ target, onClose }: TargetFormProps) => {
  const [values, setValues, forget] = useDraft(
    `target:${target?.id ?? 'new'}`,
    target ? valuesOf(target) : blankValues,
  );
  const [secrets, setSecrets] = useState(noSecrets);
  const save = useSaveTarget();
  const set = (change: Partial<TargetValues>): void => setValues({ ...values, ...change });
  const patch = target && patchOf(target, values, secrets);
  const isIncomplete =
    values.name.trim() === '' || values.baseUrl.trim() === '' || (!target && secrets.apiKey.trim() === '');
  const submit = (): void => {
    if (target && patch === undefined) return;
    save.mutate(target && patch ? { id: target.id, change: patch } : { add: requestOf(values, secrets) }, {
      onSuccess: ({ name }) => {
        forget();
        onClose();
        notifyDone(target ? `The target ${name} is changed.` : `The target ${name} is added. Test it next.`);
      },
    });
  };
  const problem = (field: string): string | undefined => problemOf(save.error, field);
  return (
    <form
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label="Name"
            description="As it stands in lists and commands."
            required
            data-autofocus
            maxLength={100}
            value={values.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            error={problem('name')}
          />
          <TextInput
            label="Base URL"
            description="https, unless it is on this machine."
            required
            maxLength={2048}
            placeholder="https://api.example.com"
            value={values.baseUrl}
            onChange={(event) => set({ baseUrl: event.currentTarget.value })}
            error={problem('baseUrl')}
          />
          <SecretInput
            label="API key"
            description={
              target ? 'Leave it empty to keep the present one.' : 'Sealed at once, and never shown again.'
            }
            required={!target}
            value={secrets.apiKey}
            onChange={(event) => setSecrets({ ...secrets, apiKey: event.currentTarget.value })}
            error={problem('apiKey')}
          />
          <TextInput
            label="Client id"
            description="The integrator's instance there, a UUID."
            value={values.clientId}
            onChange={(event) => set({ clientId: event.currentTarget.value })}
            error={problem('clientId')}
          />
          <NumberInput
            label="Calls at a time"
            description="At most."
            min={1}
            max={100}
            allowDecimal={false}
            placeholder="As usual"
            value={values.concurrency}
            onChange={(value) => set({ concurrency: typeof value === 'number' ? value : '' })}
            error={problem('concurrency')}
          />
          <NumberInput
            label="Calls a second"
            description="At most; below the rate limit of the target."
            min={1}
            max={1000}
            allowDecimal={false}
            placeholder="As usual"
            value={values.perSecond}
            onChange={(value) => set({ perSecond: typeof value === 'number' ? value : '' })}
            error={problem('perSecond')}
          />
        </SimpleGrid>
        <TextInput
          label="Callback URL"
          description="The service's OAuth callback URL, sign by sign as it is registered with platforms."
          maxLength={2048}
          value={values.callbackUrl}
          onChange={(event) => set({ callbackUrl: event.currentTarget.value })}
          error={problem('callbackUrl')}
        />
        <ProxyField
          present={target?.proxyUrl}
          kept={secrets.proxy}
          onChange={(proxy) => setSecrets({ ...secrets, proxy })}
          problem={problem('proxyUrl')}
        />
        <CaField
          isSet={target?.hasCa ?? false}
          kept={secrets.ca}
          onChange={(ca) => setSecrets({ ...secrets, ca })}
          problem={problem('caPem')}
        />
        <FormActions
          action={target ? 'Save the target' : 'Add the target'}
          busy={save.isPending}
          disabled={isIncomplete || (target !== undefined && patch === undefined)}
          onCancel={() => {
            forget();
            onClose();
          }}
          error={save.error}
          failed={target ? 'The target was not changed' : 'The target was not added'}
        />
      </Stack>
    </form>
  );
};
