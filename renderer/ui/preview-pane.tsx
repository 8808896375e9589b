import { CloseButton, Group, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isMissing } from '#renderer/lib/api.ts';
import { useShortcuts } from '#renderer/lib/shortcuts.ts';
import { Loaded } from './loaded.tsx';
import { SectionLevel } from './section.tsx';
import classes from './split.module.css';

interface PreviewPaneProps<T> {
  /** Of a row, such as "Message". */
  readonly noun: string;
  /** Whether Escape clears the selection of the list instead. */
  readonly keysTaken?: boolean;
  readonly query: UseQueryResult<T>;
  /** Why a row that is not there is gone. */
  readonly missing: string;
  readonly onClose: () => void;
  readonly children: (row: T) => ReactNode;
}

/** The chosen row beside its list. Escape closes it. */
export const PreviewPane = <T,>(props: PreviewPaneProps<T>) => {
  const { noun, keysTaken = false, query, missing, onClose, children } = props;
  useShortcuts(noun, [{ label: 'Close preview', keys: 'Escape', enabled: !keysTaken, run: onClose }]);
  return (
    <section className={classes.preview} aria-label={`Selected ${noun.toLowerCase()}`}>
      {isMissing(query.error) ? (
        <Group p="md" justify="space-between" wrap="nowrap" align="flex-start">
          <Text c="dimmed">{missing}</Text>
          <CloseButton size="sm" aria-label="Close preview" title="Close (Esc)" onClick={onClose} />
        </Group>
      ) : (
        <Loaded query={query} text={`Loading ${noun.toLowerCase()}…`}>
          {children}
        </Loaded>
      )}
    </section>
  );
};

interface PreviewHeadProps {
  readonly title: string;
  /** In full, where the title is short for it. */
  readonly name?: string;
  /** Its status. */
  readonly beside: ReactNode;
  readonly actions: ReactNode;
  /** The line below the title. */
  readonly facts?: ReactNode;
  readonly onClose: () => void;
}

export const PreviewHead = ({ title, name = title, beside, actions, facts, onClose }: PreviewHeadProps) => (
  <header className={classes.previewHead}>
    <div className={classes.previewTitle}>
      <Title order={2} className={classes.previewName} title={name}>
        {title}
      </Title>
      {beside}
      <div className={classes.previewActions}>
        {actions}
        <CloseButton size="sm" aria-label="Close preview" title="Close (Esc)" onClick={onClose} />
      </div>
    </div>
    {facts !== undefined && <div className={classes.previewFacts}>{facts}</div>}
  </header>
);

/** Scrolls under the head. */
export const PreviewBody = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.previewBody}>
    <SectionLevel value={3}>{children}</SectionLevel>
  </div>
);
