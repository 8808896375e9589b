import { Button, Group, List, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CatalogueIntegration } from '#contract/integration.ts';
import type { PlatformRoute, RunbookView } from '#contract/runbook.ts';
import { api } from '#renderer/lib/api.ts';
import { useIntegrations } from '#renderer/lib/use-integrations.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { SaveButton } from '#renderer/ui/save-button.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { runbookPath, useRunbookChange } from './runbook.ts';

/** No runbook yet: a platform is chosen, whose form and rules the six steps then follow. */
export const OpenRunbook = ({ view }: { readonly view: RunbookView }) => {
  const query = useIntegrations();
  const others = view.routes.filter(({ managed }) => !managed);
  return (
    <Stack>
      <Loaded query={query} text="Reading the platforms…">
        {({ results }) => (
          <Choice view={view} platforms={results.filter(({ migration }) => migration.managed)} />
        )}
      </Loaded>
      {others.length > 0 && <OtherRoutes routes={others} />}
    </Stack>
  );
};

const Choice = ({
  view,
  platforms,
}: {
  readonly view: RunbookView;
  readonly platforms: readonly CatalogueIntegration[];
}) => {
  const imported = view.routes.find(({ managed }) => managed)?.platformKey;
  const [chosen, setChosen] = useState(imported);
  const opening = useRunbookChange(
    (platformKey: string) => api.post<RunbookView>(runbookPath(view.caseId), { platformKey }),
    ({ platformName }) => ({ words: `The runbook for ${platformName} is open.` }),
  );
  const name = platforms.find(({ platformKey }) => platformKey === chosen)?.name;
  return (
    <Section
      level={3}
      title="Choose the platform"
      description="These platforms have a managed migration. The form of step 1 follows from the choice, which can't be changed later: a second platform needs a case of its own."
    >
      <Stack>
        <Radio.Group value={chosen ?? null} onChange={setChosen} label="Platform">
          <SimpleGrid mt="xs" spacing="xs" verticalSpacing="xs" cols={{ base: 1, xs: 2, lg: 3 }}>
            {platforms.map(({ platformKey, name: words }) => (
              <Radio.Card
                key={platformKey}
                value={platformKey}
                p="sm"
                // As high as the highest beside it, with its words at the top.
                display="flex"
              >
                <Group wrap="nowrap" align="flex-start" gap="sm">
                  <Radio.Indicator mt={2} />
                  <Stack gap={0}>
                    <Text fw={600}>{words}</Text>
                    <Text size="sm" c="dimmed">
                      {platformKey === imported ? 'Companies are imported for it' : platformKey}
                    </Text>
                  </Stack>
                </Group>
              </Radio.Card>
            ))}
          </SimpleGrid>
        </Radio.Group>
        {opening.error && <ErrorNotice title="The runbook was not opened" error={opening.error} />}
        <Group>
          <Button
            disabled={chosen === undefined}
            loading={opening.isPending}
            onClick={() => chosen !== undefined && opening.mutate(chosen)}
          >
            {name === undefined ? 'Open the runbook' : `Open the runbook for ${name}`}
          </Button>
        </Group>
      </Stack>
    </Section>
  );
};

/** Platforms in the case that no runbook is for. */
const OtherRoutes = ({ routes }: { readonly routes: readonly PlatformRoute[] }) => (
  <Section
    level={3}
    title="Other platforms in this case"
    description="Companies were imported for these, too."
  >
    <Stack>
      {routes.map(({ platformKey, name, words, toAgree }) => (
        <Stack key={platformKey} gap="xs">
          <Text fw={600}>{name}</Text>
          <Text>{words}</Text>
          {toAgree.length > 0 && (
            <>
              <List>
                {toAgree.map((point) => (
                  <List.Item key={point}>{point}</List.Item>
                ))}
              </List>
              <Group>
                <SaveButton
                  size="xs"
                  path={`/api/platforms/${platformKey}/migration.md`}
                  name={`migration-${platformKey}.md`}
                >
                  Save what to agree on
                </SaveButton>
              </Group>
            </>
          )}
        </Stack>
      ))}
    </Stack>
  </Section>
);
