import { Menu } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import { BlockableItem } from '#renderer/ui/blockable.tsx';
import { NameDialog } from '#renderer/ui/name-dialog.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { type FilterChanges, type Filters, filterNames, noFilters } from './filters.ts';
import { type MessageView, removeView, saveView, useMessageViews } from './view-store.ts';

interface ViewsMenuProps {
  readonly filters: Filters;
  readonly onChange: (changes: FilterChanges) => void;
}

const isSame = (one: Filters, other: Filters): boolean =>
  filterNames.every((name) => one[name] === other[name]);

/** Filters under a name: chosen, saved, renamed and deleted. */
export const ViewsMenu = ({ filters, onChange }: ViewsMenuProps) => {
  const views = useMessageViews();
  const [naming, setNaming] = useState<'new' | 'rename'>();
  const shown = views.find((view) => isSame(view.filters, filters));
  const hasFilters = Object.keys(filters).length > 0;
  const save = (name: string): void => {
    setNaming(undefined);
    saveView(
      naming === 'rename' && shown !== undefined
        ? { ...shown, name }
        : { id: crypto.randomUUID(), name, filters },
    );
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <SmallButton icon={IconBookmark}>
            {shown === undefined ? 'Views' : `View: ${shown.name}`}
          </SmallButton>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item key={view.id} onClick={() => onChange({ ...noFilters, ...view.filters })}>
              {view.name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          {shown === undefined ? (
            <BlockableItem
              blocked={hasFilters ? undefined : 'Add a filter first.'}
              onClick={() => setNaming('new')}
            >
              Save as view…
            </BlockableItem>
          ) : (
            <>
              <Menu.Item onClick={() => setNaming('rename')}>Rename view…</Menu.Item>
              <Menu.Item color="red" onClick={() => deleteView(shown)}>
                Delete view
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {naming !== undefined && (
        <NameDialog
          title={naming === 'new' ? 'Save as view' : 'Rename view'}
          name={naming === 'new' ? '' : (shown?.name ?? '')}
          taken={views.filter((view) => naming === 'new' || view !== shown).map(({ name }) => name)}
          onClose={() => setNaming(undefined)}
          onSave={save}
        />
      )}
    </>
  );
};

const deleteView = (view: MessageView): void => {
  removeView(view.id);
  notifyDone(`View "${view.name}" deleted.`, () => saveView(view));
};
