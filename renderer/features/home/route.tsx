import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { useStore } from 'zustand';
import { useCases } from '#renderer/lib/lists.ts';
import { pendingFile } from '#renderer/lib/pending-file.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { CaseTable } from './case-table.tsx';
import { FirstRun } from './first-run.tsx';
import { ImportCase } from './import-case.tsx';
import { NewCase } from './new-case.tsx';
import { ServiceHealth } from './service-health.tsx';

type Filter = 'open' | 'all';

/** The cases with what is next in each, and how the local service is doing. */
export const Component = () => {
  const [search, setSearch] = useSearchParams();
  const file = useStore(pendingFile, (state) => state.file);
  const dialog = file === undefined ? search.get('new') : 'import';
  const show = (value: string | null): void => {
    if (file !== undefined && value === null) pendingFile.setState({}, true);
    setSearch(value === null ? {} : { new: value }, { replace: true });
  };
  const filter: Filter = search.get('show') === 'all' ? 'all' : 'open';
  const query = useCases();
  return (
    <Page
      title="Home"
      wide
      description="Each integrator's migration is a case. What is rehearsed on the local service and what is run on a target is the same code."
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconFileImport size={16} aria-hidden />}
            onClick={() => show('import')}
          >
            Open a case file…
          </Button>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => show('case')}>
            New case
          </Button>
        </>
      }
    >
      <Stack>
        <ServiceHealth />
        <Loaded query={query} text="Reading the cases…">
          {({ results }) =>
            results.length === 0 ? (
              <FirstRun onNewCase={() => show('case')} />
            ) : (
              <Section
                title="Cases"
                actions={
                  <Group>
                    <SegmentedControl
                      size="xs"
                      aria-label="Which cases"
                      value={filter}
                      data={[
                        { value: 'open', label: 'Open' },
                        { value: 'all', label: 'All' },
                      ]}
                      onChange={(value) =>
                        setSearch(value === 'all' ? { show: 'all' } : {}, { replace: true })
                      }
                    />
                  </Group>
                }
              >
                <CaseTable
                  cases={filter === 'all' ? results : results.filter(({ state }) => state === 'open')}
                  onlyOpen={filter === 'open'}
                  onShowAll={() => setSearch({ show: 'all' }, { replace: true })}
                />
              </Section>
            )
          }
        </Loaded>
      </Stack>
      <NewCase opened={dialog === 'case'} onClose={() => show(null)} />
      <ImportCase opened={dialog === 'import'} file={file} onClose={() => show(null)} />
    </Page>
  );
};
