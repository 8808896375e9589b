import { NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import type { Target } from '#contract/target.ts';
import { type DraftForm, useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { SecretInput } from '#renderer/ui/secret-input.tsx';
import { CaField } from './ca-field.tsx';
import { ProxyField } from './proxy-field.tsx';
import {
  blankValues,
  noSecrets,
  patchOf,
  requestOf,
  type TargetForm as Values,
  valuesOf,
} from './target-values.ts';
import { useSaveTarget } from './use-targets.ts';

interface TargetFormProps {
  /** undefined: a new one. */
  readonly target: Target | undefined;
  readonly onClose: () => void;
}

/** Adds or changes a remote target. Secrets stay in this form until it is sent or closed. */
export const TargetForm = ({ target, onClose }: TargetFormProps) => {
  const save = useSaveTarget();
  const form = useDraftForm<Values>({
    draft: `target:${target?.id ?? 'new'}`,
    initialValues: { ...(target ? valuesOf(target) : blankValues), ...noSecrets },
    secrets: ['apiKey', 'proxy', 'ca'],
    error: save.error,
  });
  const { values } = form;
  const patch = target && patchOf(target, values);
  const close = (): void => {
    form.forget();
    onClose();
  };
  const submit = (): void => {
    if (target && patch === undefined) return;
    save.mutate(target && patch ? { id: target.id, change: patch } : { add: requestOf(values) }, {
      onSuccess: ({ name }) => {
        close();
        notifyDone(target ? `Target ${name} changed.` : `Target ${name} added. Test it next.`);
      },
    });
  };
  return (
    <ActionForm
      form={form}
      saving={save}
      action={target ? 'Save target' : 'Add target'}
      failed={target ? 'Target not changed' : 'Target not added'}
      blocked={target && patch === undefined ? 'No changes' : undefined}
      onSubmit={submit}
      onCancel={close}
    >
      <Address form={form} isNew={target === undefined} />
      <ProxyField
        present={target?.proxyUrl}
        value={values.proxy}
        onChange={(proxy) => form.setFieldValue('proxy', proxy)}
        error={form.errors.proxyUrl}
      />
      <CaField
        of="target"
        isSet={target?.hasCa ?? false}
        value={values.ca}
        onChange={(ca) => form.setFieldValue('ca', ca)}
        error={form.errors.caPem}
      />
    </ActionForm>
  );
};

const Address = ({ form, isNew }: { readonly form: DraftForm<Values>; readonly isNew: boolean }) => (
  <>
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label="Name" required data-autofocus maxLength={100} {...form.getInputProps('name')} />
      <TextInput
        label="Base URL"
        description="https, unless it is on the desk's machine"
        required
        maxLength={2048}
        placeholder="https://api.example.com"
        {...form.getInputProps('baseUrl')}
      />
      <SecretInput
        label="API key"
        description={isNew ? 'Encrypted at once, never shown again' : 'Leave empty to keep the current key'}
        required={isNew}
        {...form.getInputProps('apiKey')}
      />
      <TextInput
        label="Client id"
        description="UUID of the integrator's client on this target"
        {...form.getInputProps('clientId')}
      />
      <NumberInput
        label="Concurrent calls"
        min={1}
        max={100}
        allowDecimal={false}
        placeholder="Default"
        {...form.getInputProps('concurrency')}
      />
      <NumberInput
        label="Calls per second"
        description="Below the rate limit of the target"
        min={1}
        max={1000}
        allowDecimal={false}
        placeholder="Default"
        {...form.getInputProps('perSecond')}
      />
    </SimpleGrid>
    <TextInput
      label="Callback URL"
      description="OAuth callback URL, exactly as registered with platforms"
      maxLength={2048}
      {...form.getInputProps('callbackUrl')}
    />
  </>
);
