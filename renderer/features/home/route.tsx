import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { useCases } from '#renderer/lib/lists.ts';
import { pendingFile } from '#renderer/lib/pending-file.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { IconButton } from '#renderer/ui/small-button.tsx';
import { TabLinks } from '#renderer/ui/tab-links.tsx';
import { CaseTable } from './case-table.tsx';
import { FirstRun } from './first-run.tsx';
import { ImportCase } from './import-case.tsx';
import { NewCase } from './new-case.tsx';

/** The cases with their next steps. */
export const Component = () => {
  const [{ new: asked, show }, setUrl] = useUrlState(['new', 'show']);
  const file = useStore(pendingFile, (state) => state.file);
  const dialog = file === undefined ? asked : 'import';
  const close = (): void => {
    if (file !== undefined) pendingFile.setState({}, true);
    setUrl({ new: '' });
  };
  const query = useCases();
  const cases = query.data?.results ?? [];
  const openCases = cases.filter(({ state }) => state === 'open');
  const onlyOpen = show !== 'all';
  return (
    <Page
      title="Home"
      beside={<AsOf readAt={query.dataUpdatedAt} />}
      tabs={
        cases.length === 0 ? undefined : (
          <TabLinks
            label="Case state"
            tabs={[
              { to: '/', label: 'Open', count: openCases.length, isShown: onlyOpen },
              { to: '/?show=all', label: 'All', count: cases.length, isShown: !onlyOpen },
            ]}
          />
        )
      }
      actions={
        <>
          <IconButton variant="default" icon={IconFileImport} onClick={() => setUrl({ new: 'import' })}>
            Import case…
          </IconButton>
          <IconButton icon={IconPlus} onClick={() => setUrl({ new: 'case' })}>
            New case
          </IconButton>
        </>
      }
    >
      <Loaded query={query} text="Loading cases…">
        {({ results }) =>
          results.length === 0 ? (
            <FirstRun onNewCase={() => setUrl({ new: 'case' })} />
          ) : (
            <CaseTable
              cases={onlyOpen ? openCases : results}
              onlyOpen={onlyOpen}
              onShowAll={() => setUrl({ show: 'all' })}
            />
          )
        }
      </Loaded>
      <NewCase opened={dialog === 'case'} onClose={close} />
      <ImportCase opened={dialog === 'import'} file={file} onClose={close} />
    </Page>
  );
};
