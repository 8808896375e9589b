import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { RunbookView } from '#contract/runbook.ts';
import { ApiError } from '#renderer/lib/api.ts';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { useFocusWrong } from '#renderer/lib/use-focus-wrong.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { DetailInput } from './detail-input.tsx';
import { useSupplyDetails } from './supply-details.ts';

/** What was typed, and the revision of the case that it was typed over. */
interface Draft {
  readonly revision?: number;
  readonly values: Readonly<Record<string, string>>;
}

/** The form of step 1, as the catalogue has it for the platform. What is secret stays in this component until it is sent. */
export const DetailsForm = ({ view }: { readonly view: RunbookView }) => {
  const [draft, setDraft, forget] = useDraft<Draft>(`case:${view.caseId}:details`, { values: {} });
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({});
  const supplying = useSupplyDetails(view.caseId);
  const known = new Map(view.details.map(({ name, value = '' }) => [name, value]));
  const typed = Object.entries(draft.values).filter(([name, value]) => value !== known.get(name));
  const given = Object.entries(secrets).filter(([, value]) => value !== '');
  const changed = typed.length + given.length;

  const send = (revision: number): void =>
    supplying.mutate(
      {
        revision,
        fields: Object.fromEntries([
          ...typed.map(([name, value]) => [name, value.trim() === '' ? null : value.trim()] as const),
          ...given,
        ]),
      },
      {
        onSuccess: () => {
          forget();
          setSecrets({});
        },
      },
    );
  const form = useFocusWrong(supplying.error);
  const isConflict = supplying.error instanceof ApiError && supplying.error.body?.conflict !== undefined;
  return (
    <form
      ref={form}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        if (changed > 0) send(draft.revision ?? view.revision);
      }}
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, lg: 2 }} verticalSpacing="md" spacing="lg">
          {view.details.map((detail) => (
            <DetailInput
              key={detail.name}
              caseId={view.caseId}
              detail={detail}
              value={(detail.secret ? secrets[detail.name] : draft.values[detail.name]) ?? undefined}
              error={problemOf(supplying.error, detail.name)}
              onChange={(value) =>
                detail.secret
                  ? setSecrets({ ...secrets, [detail.name]: value })
                  : setDraft({
                      revision: draft.revision ?? view.revision,
                      values: { ...draft.values, [detail.name]: value },
                    })
              }
              onRemove={() => supplying.mutate({ fields: { [detail.name]: null } })}
            />
          ))}
        </SimpleGrid>
        {supplying.error && (
          <ErrorNotice
            title="The details were not saved"
            error={supplying.error}
            shownAt={['fields']}
            {...(isConflict ? { onRetry: () => send(view.revision) } : {})}
          />
        )}
        <Group>
          <Button type="submit" disabled={changed === 0} loading={supplying.isPending}>
            Save the details
          </Button>
          <Text c="dimmed">
            {changed === 0 ? 'Nothing is changed.' : `${changed} changed, not saved yet.`}
          </Text>
        </Group>
      </Stack>
    </form>
  );
};

/** What the desk says about one field. */
const problemOf = (error: unknown, name: string): string | undefined =>
  error instanceof ApiError
    ? error.body?.validation?.errors.find(({ itemId }) => itemId === `fields.${name}`)?.message
    : undefined;
