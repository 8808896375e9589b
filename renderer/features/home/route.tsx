import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { pendingFile } from '#renderer/lib/pending-file.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { IconButton } from '#renderer/ui/small-button.tsx';
import { FirstMigration } from './first-migration.tsx';
import { FirstRun } from './first-run.tsx';
import { ImportCase } from './import-case.tsx';
import { NewCase } from './new-case.tsx';
import { RunningSection } from './running-section.tsx';
import { useWorklist } from './use-worklist.ts';
import { useViewCounts, ViewTabs } from './view-tabs.tsx';
import classes from './worklist.module.css';
import { Worklist } from './worklist.tsx';

/** The cases as a list of work, and what is running. */
export const Component = () => {
  const [{ new: asked }, setUrl] = useUrlState(['new']);
  const file = useStore(pendingFile, (state) => state.file);
  const dialog = file === undefined ? asked : 'import';
  const close = (): void => {
    if (file !== undefined) pendingFile.setState({}, true);
    setUrl({ new: '' });
  };
  const list = useWorklist();
  const counts = useViewCounts(list.views);
  // Of a list that is not whole yet nobody knows that it is empty.
  const isEmpty = counts.data?.total === 0 && counts.data.reading === undefined;
  return (
    <Page
      title="Home"
      filled={!isEmpty}
      beside={<AsOf readAt={counts.dataUpdatedAt} />}
      tabs={isEmpty ? undefined : <ViewTabs list={list} counts={counts.data?.counts} />}
      actions={
        <>
          <IconButton
            changes
            variant="default"
            icon={IconFileImport}
            onClick={() => setUrl({ new: 'import' })}
          >
            Import case…
          </IconButton>
          <IconButton changes icon={IconPlus} onClick={() => setUrl({ new: 'case' })}>
            New case
          </IconButton>
        </>
      }
    >
      <Loaded query={counts} text="Loading cases…">
        {() =>
          isEmpty ? (
            <>
              <RunningSection />
              <FirstRun onNewCase={() => setUrl({ new: 'case' })} />
            </>
          ) : (
            <div className={classes.frame} data-log>
              <FirstMigration />
              <RunningSection />
              <Worklist list={list} />
            </div>
          )
        }
      </Loaded>
      <NewCase opened={dialog === 'case'} onClose={close} />
      <ImportCase opened={dialog === 'import'} file={file} onClose={close} />
    </Page>
  );
};
