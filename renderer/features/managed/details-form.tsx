import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { EditConflict } from '#contract/edit-conflict.ts';
import { formatNumber } from '#contract/format.ts';
import type { DetailView, RunbookView } from '#contract/runbook.ts';
import type { Choice } from '#renderer/lib/edits.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { conflictIn } from '#renderer/lib/use-edit-form.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { EditConflictChoice } from '#renderer/ui/edit-conflict.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import { DetailInput } from './detail-input.tsx';
import { useSupplyDetails } from './supply-details.ts';

type Fields = Readonly<Record<string, string>>;

interface Values {
  /** Of the case, when the first of the unsaved fields was changed. */
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
  const over = form.values.revision ?? revision;
  const [conflict, setConflict] = useState<EditConflict>();
  const send = (): void =>
    supplying.mutate(
      { revision: over, fields: changed },
      { onSuccess: forgetSent, onError: (refused) => setConflict(conflictIn(refused)) },
    );
  /** What was typed while it was being saved stays. */
  const forgetSent = (): void => {
    const now = form.getValues();
    const left = { fields: without(now.fields, fields), secrets: without(now.secrets, secrets) };
    if (Object.keys({ ...left.fields, ...left.secrets }).length === 0) form.forget();
    else form.setValues(left);
  };
  const change = ({ name, secret }: DetailView, value: string): void => {
    // Nothing is unsaved: what is shown now is what is changed.
    const from = count === 0 ? revision : over;
    form.setValues(
      secret
        ? { revision: from, secrets: { ...secrets, [name]: value } }
        : { revision: from, fields: { ...fields, [name]: value } },
    );
  };
  const settle = (choices: Readonly<Record<string, Choice>>): void => {
    const isKept = ([name]: readonly [string, string]): boolean => choices[name] !== 'theirs';
    form.setValues({
      revision: conflict?.revision ?? over,
      fields: Object.fromEntries(Object.entries(fields).filter(isKept)),
      secrets: Object.fromEntries(Object.entries(secrets).filter(isKept)),
    });
    setConflict(undefined);
    supplying.reset();
  };
  if (conflict !== undefined)
    return (
      <EditConflictChoice
        conflict={conflict}
        noun="runbook step"
        labels={Object.fromEntries(details.map(({ name, label }) => [name, label]))}
        reads={(_, value) => maskedIn(value)}
        onSettle={settle}
      />
    );
  return (
    <form
      autoComplete="off"
      onSubmit={form.onSubmit(() => {
        if (count > 0) send();
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
        {error && <ErrorNotice title="Details not saved" error={error} shownAt={['fields']} />}
        <Group justify="flex-end">
          <Text c="dimmed">{count > 0 ? `${formatNumber(count)} unsaved` : 'No changes'}</Text>
          <Blockable blocked={count === 0 ? 'No changes.' : undefined}>
            <ActionButton type="submit" loading={supplying.isPending}>
              Save details
            </ActionButton>
          </Blockable>
        </Group>
      </Stack>
    </form>
  );
};

const without = (values: Fields, sent: Fields): Fields =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => sent[name] !== value));

/** Of a secret no more is known here. */
const maskedIn = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'masked' in value ? String(value.masked) : undefined;

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
