import { Select, Stack } from '@mantine/core';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { useLocalWebhookCases } from '#renderer/lib/lists.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { Unread } from '#renderer/ui/unread.tsx';
import { Doctor } from './doctor.tsx';

/** The doctor of an endpoint of the local service. The address names the case in which runs are recorded. */
export const DoctorTab = ({ endpoint: { id, url } }: { readonly endpoint: EndpointDetail }) => {
  const [place, setPlace] = useUrlState(['case']);
  const query = useLocalWebhookCases();
  const cases = query.data?.results ?? [];
  const caseId = cases.find((one) => one.id === place.case)?.id;
  return (
    <Stack>
      <Unread query={query} what="Cases" />
      {cases.length > 0 && (
        <Select
          label="Record in case"
          description="Keeps runs as evidence, and compares each with the one before"
          w={320}
          clearable
          placeholder="Not recorded"
          value={caseId ?? null}
          onChange={(value) => setPlace({ case: value ?? undefined })}
          data={cases.map((one) => ({ value: one.id, label: one.name }))}
        />
      )}
      <Doctor webhookId={id} url={url} caseId={caseId} local open />
    </Stack>
  );
};
