import { ActionIcon, Menu } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { CaseCounts } from '#contract/case-list.ts';
import { api } from '#renderer/lib/api.ts';
import { whileSignedIn } from '#renderer/lib/api-queries.ts';
import { zoneName } from '#renderer/lib/format.ts';
import { keys } from '#renderer/lib/keys.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';
import { NameDialog } from '#renderer/ui/name-dialog.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { TabLinks } from '#renderer/ui/tab-links.tsx';
import { rereadWhile } from './use-case-windows.ts';
import type { WorklistState } from './use-worklist.ts';
import { firstView, ownViews, type View } from './views.ts';
import classes from './worklist.module.css';
import { removeView, saveView } from './worklist-store.ts';

/** How many cases each view has, and how many there are. */
export const useViewCounts = (views: readonly View[]) => {
  const [actor] = usePreference('actor');
  const request = { filters: views.map(({ filter }) => filter), zone: zoneName(), partly: true };
  return useQuery({
    queryKey: [...keys.cases.list, 'counts', actor, request],
    queryFn: ({ signal }) => api.post<CaseCounts>('/api/cases/counts', request, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: whileSignedIn<CaseCounts>(({ state }) => rereadWhile(state)),
  });
};

interface ViewTabsProps {
  readonly list: WorklistState;
  readonly counts: readonly number[] | undefined;
}

/** The views, each with its count; own ones can be renamed, changed and deleted. */
export const ViewTabs = ({ list, counts }: ViewTabsProps) => {
  const { views, view, isChanged, filter, group, sort } = list;
  const [naming, setNaming] = useState<'new' | 'rename'>();
  const go = useNavigate();
  const isOwn = !ownViews.some(({ id }) => id === view.id);
  const current = { filter, group, sort };
  return (
    <div className={classes.views}>
      <TabLinks
        label="Views"
        tabs={views.map(({ id, name }, at) => ({
          to: id === firstView ? '/' : `/?view=${encodeURIComponent(id)}`,
          label: name,
          count: counts?.[at],
          isShown: id === view.id,
        }))}
      />
      {isOwn && (
        <Menu position="bottom-start">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`View ${view.name}: options`}>
              <IconChevronDown size={14} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {isChanged && (
              <Menu.Item
                onClick={() => {
                  saveView({ ...view, ...current });
                  void go(`/?view=${view.id}`, { replace: true });
                }}
              >
                Save changes
              </Menu.Item>
            )}
            <Menu.Item onClick={() => setNaming('rename')}>Rename view…</Menu.Item>
            <Menu.Item
              color="red"
              onClick={() => {
                removeView(view.id);
                void go('/', { replace: true });
                notifyDone(`View "${view.name}" deleted.`, () => saveView(view));
              }}
            >
              Delete view
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label="Save as view"
        title="Save the filters, sort and group as a view"
        onClick={() => setNaming('new')}
      >
        <IconPlus size={14} aria-hidden />
      </ActionIcon>
      {naming !== undefined && (
        <NameDialog
          title={naming === 'new' ? 'Save as view' : 'Rename view'}
          name={naming === 'new' ? '' : view.name}
          taken={views.filter(({ id }) => naming === 'new' || id !== view.id).map(({ name }) => name)}
          onClose={() => setNaming(undefined)}
          onSave={(name) => {
            setNaming(undefined);
            const id = naming === 'new' ? crypto.randomUUID() : view.id;
            saveView(naming === 'new' ? { id, name, ...current } : { ...view, name });
            if (naming === 'new') void go(`/?view=${id}`);
          }}
        />
      )}
    </div>
  );
};
