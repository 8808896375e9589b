import { Code, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type AuditStream, auditFormats } from '#contract/audit.ts';
import { webhookLimits } from '#contract/webhook.ts';
import { CaField } from '#renderer/features/settings/targets/ca-field.tsx';
import { type DraftForm, useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { HeaderInputs } from '#renderer/ui/header-inputs.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { RowButton } from '#renderer/ui/small-button.tsx';
import { DetailField } from './detail-field.tsx';
import { formatLabels } from './stream-labels.ts';
import { filledHeaders, patchOf, requestOf, type StreamForm, valuesOf } from './stream-values.ts';
import { useAddStream, useChangeStream } from './use-streams.ts';

interface AddStreamProps {
  /** @param secret shown this once; undefined: it has none */
  readonly onAdded: (name: string, secret: string | undefined) => void;
  readonly onClose: () => void;
}

/** Secrets stay in the form until it is sent or closed. */
const secrets = ['headers', 'ca'] as const;

export const AddStream = ({ onAdded, onClose }: AddStreamProps) => {
  const add = useAddStream();
  const form = useDraftForm<StreamForm>({
    draft: 'audit-stream:new',
    initialValues: valuesOf(undefined),
    secrets,
    error: add.error,
  });
  return (
    <ActionForm
      form={form}
      saving={add}
      action="Add stream"
      failed="Stream not added"
      onSubmit={(values) =>
        add.mutate(requestOf(values), {
          onSuccess: ({ stream, secret }) => {
            form.forget();
            onAdded(stream.name, secret);
          },
        })
      }
      onCancel={() => {
        form.forget();
        onClose();
      }}
    >
      <Destination form={form} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label="Format"
          allowDeselect={false}
          data={auditFormats.map((value) => ({ value, label: formatLabels[value] }))}
          {...form.getInputProps('format')}
        />
        <Select
          label="Begins"
          allowDeselect={false}
          data={[
            { value: 'now', label: 'Now' },
            { value: 'beginning', label: 'With the first entry of the desk' },
          ]}
          {...form.getInputProps('from')}
        />
      </SimpleGrid>
      <Rest form={form} stream={undefined} />
    </ActionForm>
  );
};

export const EditStream = ({ stream, onClose }: { stream: AuditStream; onClose: () => void }) => {
  const change = useChangeStream(stream.id);
  const form = useDraftForm<StreamForm>({
    draft: `audit-stream:${stream.id}`,
    initialValues: valuesOf(stream),
    secrets,
    error: change.error,
  });
  const patch = patchOf(stream, form.values);
  const close = (): void => {
    form.forget();
    onClose();
  };
  return (
    <ActionForm
      form={form}
      saving={change}
      action="Save stream"
      failed="Stream not changed"
      blocked={patch === undefined ? 'No changes' : undefined}
      onSubmit={() =>
        patch &&
        change.mutate(patch, {
          onSuccess: ({ name }) => {
            close();
            notifyDone(`Audit stream ${name} changed.`);
          },
        })
      }
      onCancel={close}
    >
      <Destination form={form} />
      <Rest form={form} stream={stream} />
    </ActionForm>
  );
};

const Destination = ({ form }: { readonly form: DraftForm<StreamForm> }) => (
  <>
    <TextInput label="Name" required data-autofocus maxLength={100} {...form.getInputProps('name')} />
    <TextInput
      label="URL"
      description="https, unless it is on the desk's machine. Keys go in a header."
      required
      maxLength={2048}
      placeholder="https://siem.example.com/events"
      {...form.getInputProps('url')}
    />
  </>
);

interface RestProps {
  readonly form: DraftForm<StreamForm>;
  readonly stream: AuditStream | undefined;
}

const Rest = ({ form, stream }: RestProps) => (
  <>
    <DetailField
      format={form.values.format}
      value={form.values.detail}
      onChange={(detail) => form.setFieldValue('detail', detail)}
    />
    {form.values.headers === undefined ? (
      <CurrentHeaders form={form} headers={stream?.headers ?? []} />
    ) : (
      <NewHeaders form={form} headers={form.values.headers} />
    )}
    <CaField
      of="stream"
      isSet={stream?.hasCa ?? false}
      value={form.values.ca}
      onChange={(ca) => form.setFieldValue('ca', ca)}
      error={form.errors.caPem}
    />
  </>
);

interface CurrentHeadersProps {
  readonly form: DraftForm<StreamForm>;
  readonly headers: AuditStream['headers'];
}

/** Masked; another server needs them again. */
const CurrentHeaders = ({ form, headers }: CurrentHeadersProps) => (
  <Stack gap={4}>
    <Text fw={600}>Headers</Text>
    <Group gap="xs">
      {headers.map(({ name }) => (
        <Code key={name}>{name}</Code>
      ))}
      <RowButton onClick={() => form.setFieldValue('headers', [{ key: 1, name: '', value: '' }])}>
        Replace headers
      </RowButton>
      <RowButton onClick={() => form.setFieldValue('headers', [])}>Remove headers</RowButton>
    </Group>
    {form.errors.headers === undefined ? (
      <Text size="sm" c="dimmed">
        Values are hidden. Another server needs its headers again.
      </Text>
    ) : (
      <Text size="sm" c="red" role="alert">
        {form.errors.headers}
      </Text>
    )}
  </Stack>
);

const NewHeaders = ({
  form,
  headers,
}: {
  form: DraftForm<StreamForm>;
  headers: StreamForm['headers'] & {};
}) => {
  const filled = filledHeaders(headers);
  const problems = filled.flatMap(({ key }, at) => {
    const message = form.errors[`headers.${at}`];
    return typeof message === 'string' ? [[key, message] as const] : [];
  });
  return (
    <Stack gap={4}>
      <HeaderInputs
        title="Headers"
        headers={headers}
        inputProps={(at, field) => form.getInputProps(`headers.${at}.${field}`)}
        problems={new Map(problems)}
        most={webhookLimits.headers}
        mostOfValue={webhookLimits.headerBytes}
        onAdd={(header) => form.setFieldValue('headers', [...headers, header])}
        onRemove={(at) => form.setFieldValue('headers', headers.toSpliced(at, 1))}
      />
      <Text size="sm" c={form.errors.headers !== undefined && problems.length === 0 ? 'red' : 'dimmed'}>
        {(problems.length === 0 && form.errors.headers) ||
          'Sent with each request, such as Authorization. Values are encrypted and not shown again.'}
      </Text>
    </Stack>
  );
};
