import { VisuallyHidden } from '@mantine/core';
import {
  IconBolt,
  IconBriefcase2,
  IconHelpCircle,
  IconHistory,
  IconLayoutSidebar,
  IconMail,
  IconRowInsertBottom,
  IconTextScan2,
  IconWorldWww,
  type TablerIcon,
} from '@tabler/icons-react';
import { useEffect } from 'react';
import { formatCount, formatNumber } from '#contract/format.ts';
import { mayDoBetter } from '#renderer/lib/api.ts';
import { KeyNames } from '#renderer/ui/key-names.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import type { Entry, GroupId } from './arrange.ts';
import classes from './palette.module.css';
import type { Source } from './use-data-entries.ts';
import type { usePalette } from './use-palette.ts';

export const listId = 'palette-list';
export const optionId = ({ id }: Entry): string => `palette-${encodeURIComponent(id)}`;

const groups: Readonly<Record<GroupId, { readonly label: string; readonly icon: TablerIcon }>> = {
  recent: { label: 'Recent', icon: IconHistory },
  actions: { label: 'Actions', icon: IconBolt },
  screens: { label: 'Screens', icon: IconLayoutSidebar },
  cases: { label: 'Cases', icon: IconBriefcase2 },
  endpoints: { label: 'Endpoints', icon: IconWorldWww },
  rows: { label: 'Token rows', icon: IconRowInsertBottom },
  messages: { label: 'Messages', icon: IconMail },
  search: { label: 'Search', icon: IconTextScan2 },
  help: { label: 'Help', icon: IconHelpCircle },
};

type PaletteListProps = Pick<
  ReturnType<typeof usePalette>,
  'text' | 'groups' | 'sources' | 'active' | 'isSearching' | 'choose' | 'run'
>;

/** The entries by group; what could not be read is said, and the others are shown. */
export const PaletteList = (props: PaletteListProps) => {
  const { groups: shown, sources, active, isSearching, choose, run } = props;
  useEffect(() => {
    if (active !== undefined) {
      document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
    }
  }, [active]);
  const count = shown.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <>
      <VisuallyHidden role="status">
        {isSearching ? 'Searching…' : formatCount(count, 'result')}
      </VisuallyHidden>
      <div className={classes.scroll}>
        <div id={listId} role="listbox" aria-label="Results" tabIndex={-1}>
          {shown.map(({ id, entries, left }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options
            <div key={id} role="group" aria-label={groups[id].label}>
              <div className={classes.group} aria-hidden>
                <span>{groups[id].label}</span>
                <span>{restOf(left, id, sources)}</span>
              </div>
              {entries.map((entry) => (
                <Option
                  key={entry.id}
                  entry={entry}
                  isActive={entry === active}
                  onPoint={() => choose(entry)}
                  onRun={() => run(entry)}
                />
              ))}
            </div>
          ))}
        </div>
        <Failures sources={sources} />
        {count === 0 && <p className={classes.none}>{isSearching ? 'Searching…' : 'No results.'}</p>}
      </div>
    </>
  );
};

const restOf = (left: number, id: GroupId, sources: readonly Source[]): string => {
  if (sources.some(({ group, hasMore }) => group === id && hasMore)) return 'More results: type on';
  return left === 0 ? '' : `${formatNumber(left)} more: type on`;
};

interface OptionProps {
  readonly entry: Entry;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onRun: () => void;
}

const Option = ({ entry, isActive, onPoint, onRun }: OptionProps) => {
  const { label, description, keys, reason, group } = entry;
  const Icon = entry.icon ?? groups[group].icon;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      id={optionId(entry)}
      role="option"
      className={classes.option}
      aria-selected={isActive}
      aria-disabled={reason !== undefined || undefined}
      // A list that scrolls below a pointer at rest is no choice of its own.
      onMouseMove={({ movementX, movementY }) => {
        if (!isActive && (movementX !== 0 || movementY !== 0)) onPoint();
      }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <Icon size={16} stroke={1.6} aria-hidden />
      <span className={classes.label}>{label}</span>
      <span className={classes.description}>{reason ?? description}</span>
      {keys && reason === undefined && <KeyNames keys={keys} />}
    </div>
  );
};

const Failures = ({ sources }: { readonly sources: readonly Source[] }) => {
  const failed = new Map(sources.flatMap((one) => (one.error ? [[one.group, one] as const] : [])));
  return [...failed].map(([id, { error, onRetry }]) => (
    <div key={id} role="alert" className={classes.failure}>
      <span>
        <b>{groups[id].label} not read.</b> {error?.message}
      </span>
      {onRetry !== undefined && mayDoBetter(error) && (
        <SmallButton onClick={() => void onRetry()}>Retry</SmallButton>
      )}
    </div>
  ));
};
