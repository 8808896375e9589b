import { Button, SegmentedControl, Stack } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useStore } from 'zustand';
import type { CaseSummary } from '#contract/case.ts';
import { useCases } from '#renderer/lib/lists.ts';
import { pendingFile } from '#renderer/lib/pending-file.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { CaseTable } from './case-table.tsx';
import { FirstRun } from './first-run.tsx';
import { ImportCase } from './import-case.tsx';
import { NewCase } from './new-case.tsx';
import { ServiceHealth } from './service-health.tsx';

/** The cases with their next steps, and the health of the local service. */
export const Component = () => {
  const [url, setUrl] = useUrlState(['new']);
  const file = useStore(pendingFile, (state) => state.file);
  const dialog = file === undefined ? url.new : 'import';
  const close = (): void => {
    if (file !== undefined) pendingFile.setState({}, true);
    setUrl({ new: '' });
  };
  const query = useCases();
  return (
    <Page
      title="Home"
      wide
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconFileImport size={16} aria-hidden />}
            onClick={() => setUrl({ new: 'import' })}
          >
            Import case…
          </Button>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setUrl({ new: 'case' })}>
            New case
          </Button>
        </>
      }
    >
      <Stack>
        <Loaded query={query} text="Loading cases…">
          {({ results }) =>
            results.length === 0 ? (
              <FirstRun onNewCase={() => setUrl({ new: 'case' })} />
            ) : (
              <Cases cases={results} />
            )
          }
        </Loaded>
        <ServiceHealth />
      </Stack>
      <NewCase opened={dialog === 'case'} onClose={close} />
      <ImportCase opened={dialog === 'import'} file={file} onClose={close} />
    </Page>
  );
};

const Cases = ({ cases }: { readonly cases: readonly CaseSummary[] }) => {
  const [{ show }, setUrl] = useUrlState(['show']);
  const onlyOpen = show !== 'all';
  return (
    <Section
      title="Cases"
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Case state"
          value={onlyOpen ? 'open' : 'all'}
          data={[
            { value: 'open', label: 'Open' },
            { value: 'all', label: 'All' },
          ]}
          onChange={(value) => setUrl({ show: value === 'all' ? value : '' })}
        />
      }
    >
      <CaseTable
        cases={onlyOpen ? cases.filter(({ state }) => state === 'open') : cases}
        onlyOpen={onlyOpen}
        onShowAll={() => setUrl({ show: 'all' })}
      />
    </Section>
  );
};
