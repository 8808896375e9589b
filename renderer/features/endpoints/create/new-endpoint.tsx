import { Button, Checkbox, Group, Modal, Stack, TagsInput, TextInput } from '@mantine/core';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { webhookLimits } from '#contract/webhook.ts';
import { CompanySelect } from '#renderer/features/endpoints/company-select.tsx';
import { ReceiverUrlButton } from '#renderer/features/endpoints/receiver/receiver-url-button.tsx';
import { problemOf } from '#renderer/lib/problem-of.ts';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { useFocusWrong } from '#renderer/lib/use-focus-wrong.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { blankEndpoint, type EndpointValues, useCreateEndpoint } from './create-endpoint.ts';
import { EventTypesField } from './event-types-field.tsx';

interface NewEndpointProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onMade: (made: EndpointDetail) => void;
}

/** Those that say themselves what is wrong with them. */
const fields = ['url', 'eventTypes', 'companyId', 'companyTags'];

/** A webhook consumer endpoint of the local service. */
export const NewEndpoint = ({ opened, onClose, onMade }: NewEndpointProps) => (
  <Modal opened={opened} onClose={onClose} title="New endpoint" size="lg">
    {opened && <NewEndpointForm onClose={onClose} onMade={onMade} />}
  </Modal>
);

const NewEndpointForm = ({ onClose, onMade }: Omit<NewEndpointProps, 'opened'>) => {
  const [values, setValues, forget] = useDraft('endpoint:new', blankEndpoint);
  const create = useCreateEndpoint();
  const { error } = create;
  const form = useFocusWrong(error);
  const set = (change: Partial<EndpointValues>): void => setValues({ ...values, ...change });
  const submit = (): void =>
    create.mutate(values, {
      onSuccess: (made) => {
        forget();
        onMade(made);
      },
    });
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        <Stack gap={6}>
          <TextInput
            label="URL"
            description="Where the consumer takes POST requests."
            type="url"
            required
            data-autofocus
            maxLength={2048}
            placeholder="https://…"
            value={values.url}
            onChange={(event) => set({ url: event.currentTarget.value })}
            error={problemOf(error, 'url')}
          />
          <ReceiverUrlButton onUrl={(url) => set({ url })} />
        </Stack>
        <EventTypesField
          value={values.eventTypes}
          onChange={(eventTypes) => set({ eventTypes })}
          error={problemOf(error, 'eventTypes')}
        />
        <CompanySelect
          label="Company"
          description="Only what happens to this company; its id shows in Channels. Empty: any company."
          placeholder="Any company"
          value={values.companyId}
          onChange={(companyId) => set({ companyId })}
          error={problemOf(error, 'companyId')}
        />
        <TagsInput
          label="Company tags"
          description={`Only companies with one of these tags, such as region:eu; at most ${webhookLimits.companyTags}.`}
          placeholder={values.companyTags.length === 0 ? 'key:value, then Enter' : ''}
          maxTags={webhookLimits.companyTags}
          value={[...values.companyTags]}
          onChange={(companyTags) => set({ companyTags })}
          error={tagProblem(values.companyTags) ?? problemOf(error, 'companyTags')}
        />
        <Checkbox
          label="Make it disabled"
          description="Nothing is sent until it is enabled."
          checked={values.disabled}
          onChange={(event) => set({ disabled: event.currentTarget.checked })}
        />
        {error && <ErrorNotice title="The endpoint was not made" error={error} shownAt={fields} />}
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            onClick={() => {
              forget();
              onClose();
            }}
          >
            Cancel
          </Button>
          <Button
            type="submit"
            loading={create.isPending}
            disabled={
              values.url.trim() === '' ||
              values.eventTypes.length === 0 ||
              tagProblem(values.companyTags) !== undefined
            }
          >
            Make the endpoint
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

const tagProblem = (tags: readonly string[]): string | undefined => {
  const wrong = tags.find((tag) => tag.indexOf(':') < 1);
  return wrong === undefined ? undefined : `"${wrong}" has no key. Write key:value, such as region:eu.`;
};
