import { Alert, Group, SegmentedControl, Stack, Tabs, Text } from '@mantine/core';
import { IconBuilding, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumber } from '#contract/format.ts';
import type { RunbookCompany, RunbookView, SyncingResult } from '#contract/runbook.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { Stat } from '#renderer/ui/stat.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { Blocked, openAmong } from './blocked.tsx';
import { useCompanies } from './companies.ts';
import { CompaniesTable } from './companies-table.tsx';
import { ConfirmByHand } from './confirm-by-hand.tsx';
import { ConfirmByList } from './confirm-by-list.tsx';
import { NotUnderstood } from './not-understood.tsx';
import { RevokeSyncing } from './revoke-syncing.tsx';

/** Step 4: syncing is disabled in the existing application, company by company. */
export const SyncingStep = ({ view }: { readonly view: RunbookView }) => {
  const query = useCompanies(view.caseId);
  return (
    <Section
      level={3}
      title="Companies"
      description="Platforms replace a refresh token at each use: if the existing application refreshes after the token was copied, the copy is dead. Companies without confirmation are held back."
    >
      <Loaded query={query} text="Reading the companies…">
        {(companies) =>
          companies.length === 0 ? (
            <Empty
              icon={<IconBuilding />}
              title="No companies are imported yet"
              text="Import the integrator's file first; each of its companies is then confirmed here."
              action={<TextLink to={`/cases/${view.caseId}/tokens`}>Import under Tokens</TextLink>}
            />
          ) : (
            <Confirming view={view} companies={companies} />
          )
        }
      </Loaded>
    </Section>
  );
};

type Shown = 'all' | 'open' | 'confirmed';

const Confirming = ({
  view,
  companies,
}: {
  readonly view: RunbookView;
  readonly companies: readonly RunbookCompany[];
}) => {
  const [shown, setShown] = useState<Shown>('all');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [result, setResult] = useState<SyncingResult>();
  const before = openAmong(view, ['supply', 'schedule', 'update-application']);
  const isBlocked = before.length > 0;
  const open = companies.filter(({ disabled }) => disabled === undefined);
  const visible = companies.filter(
    ({ disabled }) => shown === 'all' || (shown === 'open') === (disabled === undefined),
  );
  const refsOf = (wanted: boolean): string[] =>
    companies.flatMap(({ ref, disabled }) =>
      chosen.has(ref) && (disabled === undefined) === wanted ? [ref] : [],
    );
  const isOverridden = view.steps.some(({ id, state }) => id === 'disable-syncing' && state === 'overruled');
  return (
    <Stack>
      <Blocked by={before} what="Nothing can be confirmed" />
      <Group gap="xl">
        <Stat name="Companies" value={formatNumber(companies.length)} />
        <Stat name="Confirmed" value={formatNumber(companies.length - open.length)} />
        <Stat
          name="Not confirmed"
          value={formatNumber(open.length)}
          note={open.length === 0 ? undefined : isOverridden ? 'not held back: overridden' : 'held back'}
        />
      </Group>
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Which companies are shown"
          size="xs"
          value={shown}
          onChange={(value) => setShown(value as Shown)}
          data={[
            { value: 'all', label: `All ${formatNumber(companies.length)}` },
            { value: 'open', label: `Not confirmed ${formatNumber(open.length)}` },
            { value: 'confirmed', label: `Confirmed ${formatNumber(companies.length - open.length)}` },
          ]}
        />
        <RevokeSyncing caseId={view.caseId} refs={refsOf(false)} onDone={() => setChosen(new Set())} />
      </Group>
      <CompaniesTable companies={visible} chosen={chosen} onChoose={setChosen} />
      {result !== undefined && result.unknownCount > 0 && <NotUnderstood result={result} />}
      {open.length === 0 ? (
        <Alert role="status" color="teal" variant="light" icon={<IconInfoCircle aria-hidden />}>
          Syncing is confirmed to be disabled for every company.
        </Alert>
      ) : (
        <Tabs defaultValue="hand" keepMounted={false}>
          <Tabs.List aria-label="How it is confirmed">
            <Tabs.Tab value="hand">Confirm those chosen above</Tabs.Tab>
            <Tabs.Tab value="list">Confirm by a list</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="hand" pt="md">
            <ConfirmByHand
              caseId={view.caseId}
              refs={refsOf(true)}
              blocked={isBlocked}
              onDone={() => setChosen(new Set())}
            />
          </Tabs.Panel>
          <Tabs.Panel value="list" pt="md">
            <ConfirmByList caseId={view.caseId} blocked={isBlocked} onDone={setResult} />
          </Tabs.Panel>
        </Tabs>
      )}
      <Text size="sm" c="dimmed">
        Choose companies by their boxes; the box in the head of the list chooses all that are shown.
      </Text>
    </Stack>
  );
};
