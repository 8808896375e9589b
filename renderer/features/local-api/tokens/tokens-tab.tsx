import { Group, NumberInput, Select, Stack } from '@mantine/core';
import type { TokenBehaviour } from '#contract/sandbox.ts';
import { behaviourLabels } from '#renderer/lib/token-labels.ts';
import { unreadText } from '#renderer/lib/unread-text.ts';
import { type DraftForm, useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { useIntegrations } from '#renderer/lib/use-integrations.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { useIssueTokens } from './issue-tokens.ts';
import { IssuedTokens } from './issued-tokens.tsx';

interface Values {
  platformKey: string | null;
  behaviour: TokenBehaviour;
  /** A text while it is no number yet. */
  count: number | string;
}

const initialValues: Values = { platformKey: null, behaviour: 'good', count: 1 };

/** Issues tokens of simulated platforms. */
export const TokensTab = () => {
  const issue = useIssueTokens();
  const form = useDraftForm({ draft: 'simulated-tokens', initialValues, error: issue.error });
  const { platformKey, behaviour, count } = form.values;
  const request =
    platformKey !== null && typeof count === 'number' && count >= 1
      ? { platformKey, behaviour, count }
      : undefined;
  return (
    <Stack>
      <Section
        title="Issue simulated tokens"
        description="Platforms are simulated locally: no third party is called."
      >
        <ActionForm
          form={form}
          saving={issue}
          action="Issue tokens"
          failed="Tokens not issued"
          onSubmit={() => request && issue.mutate(request)}
        >
          <Group align="flex-start" gap="sm">
            <PlatformSelect form={form} />
            <NumberInput
              label="Number of token sets"
              required
              withAsterisk={false}
              w={180}
              min={1}
              max={10_000}
              allowDecimal={false}
              clampBehavior="strict"
              {...form.getInputProps('count')}
            />
          </Group>
          <Select
            label="Behaviour"
            description={behaviourLabels[behaviour].meaning}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maw={640}
            allowDeselect={false}
            maxDropdownHeight={360}
            data={Object.entries(behaviourLabels).map(([value, { label }]) => ({ value, label }))}
            {...form.getInputProps('behaviour')}
          />
        </ActionForm>
      </Section>
      {issue.data && <IssuedTokens key={issue.data[0]?.id} sets={issue.data} onForget={issue.reset} />}
    </Stack>
  );
};

const PlatformSelect = ({ form }: { readonly form: DraftForm<Values> }) => {
  const query = useIntegrations();
  const { error: invalid, ...input } = form.getInputProps('platformKey');
  return (
    <Select
      label="Platform"
      required
      searchable
      w={300}
      maw="100%"
      placeholder={query.isPending ? 'Loading platforms…' : 'Choose a platform'}
      nothingFoundMessage="No results"
      data={(query.data?.results ?? []).map(({ platformKey, name }) => ({
        value: platformKey,
        label: `${name} (${platformKey})`,
      }))}
      error={invalid ?? unreadText(query, 'Platforms')}
      {...input}
    />
  );
};
