import { Button, Group, NumberInput, Select, Stack } from '@mantine/core';
import type { TokenBehaviour } from '#contract/sandbox.ts';
import { problemOf } from '#renderer/lib/problem-of.ts';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { useIntegrations } from '#renderer/lib/use-integrations.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { behaviours } from './behaviours.ts';
import { useIssueTokens } from './issue-tokens.ts';
import { IssuedTokens } from './issued-tokens.tsx';

interface Values {
  readonly platformKey: string | null;
  readonly behaviour: TokenBehaviour;
  readonly count: number | '';
}

/** Tokens of platforms that are only simulated: nobody is called, and nothing opens anything. */
export const TokensTab = () => {
  const [values, setValues] = useDraft<Values>('simulated-tokens', {
    platformKey: null,
    behaviour: 'good',
    count: 1,
  });
  const integrations = useIntegrations();
  const issue = useIssueTokens();
  const change = (changes: Partial<Values>): void => setValues({ ...values, ...changes });
  const { platformKey, behaviour, count } = values;
  return (
    <Stack>
      <Section
        title="Issue simulated tokens"
        description="For platforms as the local service simulates them; no third party is ever called. Handed over to a connection, they behave as chosen when it is synced."
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (platformKey !== null && count !== '') issue.mutate({ platformKey, behaviour, count });
          }}
        >
          <Stack gap="sm">
            <Group align="flex-start" gap="sm">
              <Select
                label="Platform"
                required
                searchable
                w={300}
                maw="100%"
                placeholder={integrations.isPending ? 'Reading the platforms…' : 'Choose one'}
                nothingFoundMessage="No platform is called that."
                data={(integrations.data?.results ?? []).map(({ platformKey: key, name }) => ({
                  value: key,
                  label: `${name} (${key})`,
                }))}
                value={platformKey}
                onChange={(key) => change({ platformKey: key })}
                error={problemOf(issue.error, 'platformKey')}
              />
              <NumberInput
                label="How many"
                w={140}
                min={1}
                max={10_000}
                allowDecimal={false}
                clampBehavior="strict"
                value={count}
                onChange={(value) => change({ count: typeof value === 'number' ? value : '' })}
              />
            </Group>
            <Select
              label="Behaviour"
              description={behaviours.find(({ value }) => value === behaviour)?.meaning}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              maw={640}
              allowDeselect={false}
              maxDropdownHeight={360}
              data={behaviours.map(({ value, label }) => ({ value, label }))}
              value={behaviour}
              onChange={(value) => change({ behaviour: (value ?? 'good') as TokenBehaviour })}
            />
            {integrations.error && (
              <ErrorNotice title="The platforms could not be read" error={integrations.error} />
            )}
            {issue.error && <ErrorNotice title="No tokens were issued" error={issue.error} />}
            <Group>
              <Button
                type="submit"
                loading={issue.isPending}
                disabled={platformKey === null || count === '' || count < 1}
              >
                Issue the tokens
              </Button>
            </Group>
          </Stack>
        </form>
      </Section>
      {issue.data && <IssuedTokens key={issue.data[0]?.id} sets={issue.data} onForget={issue.reset} />}
    </Stack>
  );
};
