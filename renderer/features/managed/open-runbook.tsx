import { Group, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CatalogueIntegration } from '#contract/integration.ts';
import type { PlatformRoute, RunbookView } from '#contract/runbook.ts';
import { api } from '#renderer/lib/api.ts';
import { useIntegrations } from '#renderer/lib/use-integrations.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Lines } from '#renderer/ui/lines.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { SaveButton } from '#renderer/ui/save-button.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import { Defined } from '#renderer/ui/term.tsx';
import { runbookPath, useRunbookChange } from './runbook.ts';

/** Opens a runbook for a platform, whose details and rules the six steps follow. */
export const OpenRunbook = ({ view }: { readonly view: RunbookView }) => {
  const query = useIntegrations();
  const others = view.routes.filter(({ managed }) => !managed);
  return (
    <Stack>
      <Loaded query={query} text="Loading platforms…">
        {({ results }) => (
          <Choice view={view} platforms={results.filter(({ migration }) => migration.managed)} />
        )}
      </Loaded>
      {others.length > 0 && <OtherRoutes routes={others} />}
    </Stack>
  );
};

interface ChoiceProps {
  readonly view: RunbookView;
  readonly platforms: readonly CatalogueIntegration[];
}

const Choice = ({ view, platforms }: ChoiceProps) => {
  const imported = view.routes.find(({ managed }) => managed)?.platformKey;
  const [chosen, setChosen] = useState(imported);
  const opening = useRunbookChange(
    (platformKey: string) => api.post<RunbookView>(runbookPath(view.caseId), { platformKey }),
    ({ platformName }) => ({ message: `Runbook for ${platformName} opened.` }),
  );
  const missing = chosen === undefined ? 'Choose a platform first.' : undefined;
  const name = platforms.find(({ platformKey }) => platformKey === chosen)?.name;
  return (
    <Section
      title="Platform"
      description={
        <Defined text="A runbook is for one platform; another needs a case of its own." terms={['runbook']} />
      }
    >
      <Stack>
        <Radio.Group value={chosen ?? null} onChange={setChosen} aria-label="Platform">
          <SimpleGrid spacing="xs" verticalSpacing="xs" cols={{ base: 1, xs: 2, lg: 3 }}>
            {platforms.map(({ platformKey, name: label }) => (
              <Radio
                key={platformKey}
                value={platformKey}
                label={platformKey === imported ? `${label} (companies imported)` : label}
              />
            ))}
          </SimpleGrid>
        </Radio.Group>
        {opening.error && <ErrorNotice title="Runbook not opened" error={opening.error} />}
        <Group justify="flex-end">
          <Text c="dimmed">{missing}</Text>
          <Blockable blocked={missing}>
            <ActionButton
              loading={opening.isPending}
              onClick={() => chosen !== undefined && opening.mutate(chosen)}
            >
              {name === undefined ? 'Open runbook' : `Open runbook for ${name}`}
            </ActionButton>
          </Blockable>
        </Group>
      </Stack>
    </Section>
  );
};

/** Platforms of the case without a managed migration. */
const OtherRoutes = ({ routes }: { readonly routes: readonly PlatformRoute[] }) => (
  <Section title="Other platforms in this case">
    <Stack>
      {routes.map(({ platformKey, name, words, toAgree }) => (
        <Stack key={platformKey} gap="xs">
          <Text fw={600}>{name}</Text>
          <Text>{words}</Text>
          {toAgree.length > 0 && (
            <>
              <Lines lines={toAgree} />
              <Group>
                <SaveButton
                  size="xs"
                  path={`/api/platforms/${platformKey}/migration.md`}
                  name={`migration-${platformKey}.md`}
                >
                  Export agreement points
                </SaveButton>
              </Group>
            </>
          )}
        </Stack>
      ))}
    </Stack>
  </Section>
);
