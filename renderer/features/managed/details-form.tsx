import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { formatNumber } from '#contract/format.ts';
import type { DetailView, RunbookView } from '#contract/runbook.ts';
import { ApiError } from '#renderer/lib/api.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { DetailInput } from './detail-input.tsx';
import { useSupplyDetails } from './supply-details.ts';

type Fields = Readonly<Record<string, string>>;

interface Values {
  /** Of the case, when the first field was changed. */
  readonly revision: number | null;
  /** Changed fields alone. */
  readonly fields: Fields;
  /** Never part of the draft. */
  readonly secrets: Fields;
}

/** The details of step 1, as the platform needs them. */
export const DetailsForm = ({ view: { caseId, revision, details } }: { readonly view: RunbookView }) => {
  const supplying = useSupplyDetails(caseId);
  const { error } = supplying;
  const form = useDraftForm<Values>({
    draft: `case:${caseId}:details`,
    initialValues: { revision: null, fields: {}, secrets: {} },
    secrets: ['secrets'],
    error,
  });
  const { fields, secrets } = form.values;
  const changed = changedFields(form.values, details);
  const count = Object.keys(changed).length;
  const send = (over: number): void =>
    supplying.mutate({ revision: over, fields: changed }, { onSuccess: form.forget });
  const change = ({ name, secret }: DetailView, value: string): void =>
    form.setValues(
      secret
        ? { secrets: { ...secrets, [name]: value } }
        : { revision: form.values.revision ?? revision, fields: { ...fields, [name]: value } },
    );
  return (
    <form
      autoComplete="off"
      onSubmit={form.onSubmit(() => {
        if (count > 0) send(form.values.revision ?? revision);
      })}
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, lg: 2 }} verticalSpacing="md" spacing="lg">
          {details.map((detail) => (
            <DetailInput
              key={detail.name}
              caseId={caseId}
              detail={detail}
              value={(detail.secret ? secrets : fields)[detail.name]}
              error={form.errors[`fields.${detail.name}`]}
              onChange={(value) => change(detail, value)}
              removing={supplying}
              onRemove={() => supplying.mutate({ fields: { [detail.name]: null } })}
            />
          ))}
        </SimpleGrid>
        {error && (
          <ErrorNotice
            title="Details not saved"
            error={error}
            shownAt={['fields']}
            onRetry={isConflict(error) ? () => send(revision) : undefined}
          />
        )}
        <Group justify="flex-end">
          <Text c="dimmed">{count > 0 ? `${formatNumber(count)} unsaved` : 'No changes'}</Text>
          <Blockable blocked={count === 0 ? 'No changes.' : undefined}>
            <Button type="submit" loading={supplying.isPending}>
              Save details
            </Button>
          </Blockable>
        </Group>
      </Stack>
    </form>
  );
};

const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.body?.conflict !== undefined;

/** As the desk takes them: null removes a field. */
const changedFields = (
  { fields, secrets }: Values,
  details: readonly DetailView[],
): Record<string, string | null> => {
  const known = new Map(details.map(({ name, value = '' }) => [name, value]));
  return Object.fromEntries([
    ...Object.entries(fields)
      .filter(([name, value]) => value !== known.get(name))
      .map(([name, value]) => [name, value.trim() || null]),
    ...Object.entries(secrets).filter(([, value]) => value !== ''),
  ]);
};
