import { Select, Text } from '@mantine/core';
import { useState } from 'react';
import type { RequestDetail } from '#contract/request-log.ts';
import { resendable } from '#renderer/features/local-api/requests/resendable.ts';
import { useRequest } from '#renderer/features/local-api/requests/use-request.ts';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { indentJson } from '#renderer/ui/payload/indent-json.ts';
import { type Draft, draftOf, draftOfLogged } from './draft.ts';
import { forgetDraft, keepDraft, keptDraft } from './kept-drafts.ts';
import { type OpenApi, type Operation, operationsOf } from './openapi.ts';
import { RunnerForm } from './runner-form.tsx';

/** The document is the same as long as the service runs. */
const documentKey = ['public-openapi'] as const;

/** Sends requests to the local API, for those who have no client at hand. */
export const RunnerTab = () => {
  const document = useApiQuery<OpenApi, readonly Operation[]>(documentKey, '/api/public-openapi', {
    select: operationsOf,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [{ replay }] = useUrlState(['replay']);
  return (
    <Loaded query={document} text="Loading operations…">
      {(operations) =>
        replay !== undefined && /^\d{1,15}$/.test(replay) ? (
          <Replayed key={replay} requestId={replay} operations={operations} />
        ) : (
          <Chosen operations={operations} />
        )
      }
    </Loaded>
  );
};

interface OperationsProps {
  readonly operations: readonly Operation[];
}

/** An operation of the document, as the address names it. */
const Chosen = ({ operations }: OperationsProps) => {
  const [{ operation: named }] = useUrlState(['operation']);
  const operation = operations.find(({ id }) => id === named) ?? operations[0];
  const [resets, setResets] = useState(0);
  if (operation === undefined) return <Text c="dimmed">The API has no operations.</Text>;
  return (
    <RunnerForm
      key={`${operation.id} ${resets}`}
      initial={keptDraft(operation.id) ?? draftOf(operation)}
      onDraft={(draft) => keepDraft(operation.id, draft)}
      onReset={() => {
        forgetDraft(operation.id);
        setResets(resets + 1);
      }}
      operation={operation}
      choice={<OperationSelect operations={operations} operation={operation} />}
    />
  );
};

const Replayed = ({ operations, requestId }: OperationsProps & { readonly requestId: string }) => {
  const query = useRequest(requestId);
  return (
    <Loaded query={query} text="Loading request…">
      {(detail) => <Refilled detail={detail} operations={operations} />}
    </Loaded>
  );
};

const Refilled = ({ detail, operations }: OperationsProps & { readonly detail: RequestDetail }) => {
  const [initial] = useState((): Draft | undefined => {
    const sendable = resendable(detail);
    if (sendable === undefined) return undefined;
    const { body } = sendable.request;
    return draftOfLogged(detail, sendable.request, body && (indentJson(body) ?? body));
  });
  const { method, route } = detail.entry;
  const operation = operations.find(({ id }) => id === `${method} ${route}`);
  const choice = <OperationSelect operations={operations} operation={operation} />;
  if (initial === undefined) return choice;
  return (
    <RunnerForm
      initial={initial}
      operation={operation}
      choice={choice}
      note={`Filled from request ${detail.entry.id}.${noteOf(detail)}`}
    />
  );
};

const noteOf = (detail: RequestDetail): string => {
  const reason = resendable(detail)?.reason;
  return reason === undefined ? '' : ` Complete it before sending: ${reason}.`;
};

interface OperationSelectProps extends OperationsProps {
  /** undefined: a path that the API does not have. */
  readonly operation: Operation | undefined;
}

const OperationSelect = ({ operations, operation }: OperationSelectProps) => {
  const [, setState] = useUrlState(['operation', 'replay']);
  const groups = [...new Set(operations.map(({ group }) => group))];
  return (
    <Select
      label="Operation"
      searchable
      allowDeselect={false}
      placeholder="Not an operation of this API"
      nothingFoundMessage="No results"
      maxDropdownHeight={420}
      data={groups.map((group) => ({
        group,
        items: operations
          .filter((one) => one.group === group)
          .map(({ id, summary }) => ({ value: id, label: summary === '' ? id : `${id} · ${summary}` })),
      }))}
      value={operation?.id ?? null}
      onChange={(id) => id !== null && setState({ operation: id, replay: undefined }, { replace: false })}
    />
  );
};
