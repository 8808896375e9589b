import { ActionIcon, Text, TextInput, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconBraces, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useMemo, useRef, useState } from 'react';
import { formatBytes, formatNumber } from '#contract/format.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import type { CodeHandle } from './code-mirror.tsx';
import { findMatches, mostMatches, wordPattern } from './find-words.ts';
import { indentJson } from './indent-json.ts';
import classes from './payload-view.module.css';

const CodeMirror = lazy(() => import('./code-mirror.tsx'));

interface PayloadViewProps {
  readonly text: string;
  /** What is shown and copied, such as "the payload". */
  readonly what: string;
  readonly title: string;
  /** Words to mark, as those of a search that found it. */
  readonly words?: readonly string[];
  /** px or CSS; without it, as high as it is long. */
  readonly maxHeight?: number | string;
  /** Further buttons of its head. */
  readonly actions?: ReactNode;
}

const noWords: readonly string[] = [];

/** A body: JSON indented and folding, other text as it is; searched, copied, and drawn only where it is in sight. */
export const PayloadView = ({ text, what, title, words = noWords, maxHeight, actions }: PayloadViewProps) => {
  const code = useRef<CodeHandle>(null);
  const heading = useId();
  const indented = useMemo(() => indentJson(text), [text]);
  const shown = indented ?? text;
  const search = usePayloadSearch(shown, words, code);
  const [folded, setFolded] = useState(false);
  const isFolding = indented !== undefined && shown.includes('\n');
  return (
    <section className={classes.payload} aria-labelledby={heading}>
      <div className={classes.head}>
        <Text id={heading} component="h3" className={classes.title}>
          {title}
        </Text>
        <Text c="dimmed" size="xs" component="span">
          {formatBytes(new Blob([text]).size)}
        </Text>
        <MatchCount {...search} />
        <div className={classes.tools}>
          {actions}
          <SearchInput what={what} {...search} />
          {isFolding && (
            <SmallButton
              variant="subtle"
              onClick={() => {
                if (folded) code.current?.unfoldAll();
                else code.current?.foldAll();
                setFolded(!folded);
              }}
            >
              {folded ? 'Unfold all' : 'Fold all'}
            </SmallButton>
          )}
          {isFolding && shown !== text && <CopyIndented text={shown} what={what} />}
          <CopyButton value={text} what={what} />
        </div>
      </div>
      <div className={classes.code} style={{ minHeight: heightOf(shown, maxHeight) }}>
        <Suspense fallback={undefined}>
          <CodeMirror
            ref={code}
            text={shown}
            label={what}
            isJson={indented !== undefined}
            maxHeight={maxHeight}
            pattern={search.pattern}
          />
        </Suspense>
      </div>
    </section>
  );
};

/** Nothing below it moves when it is drawn. */
const heightOf = (text: string, maxHeight: number | string | undefined): number | string => {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  const height = lines * 18 + 8;
  return typeof maxHeight === 'number' ? Math.min(height, maxHeight) : height;
};

const CopyIndented = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <CopyButton value={text} what={`${what}, formatted`} icon={IconBraces} />
);

interface PayloadSearch {
  readonly text: string;
  readonly onSearch: (text: string) => void;
  readonly pattern: RegExp | undefined;
  readonly count: number;
  /** Of the match gone to, from 0; -1 before the first. */
  readonly at: number;
  readonly onStep: (by: 1 | -1) => void;
}

/** What is typed, or as long as nothing is, the words given. */
const usePayloadSearch = (
  shown: string,
  words: readonly string[],
  code: { readonly current: CodeHandle | null },
): PayloadSearch => {
  const [text, setText] = useState('');
  const [at, setAt] = useState(-1);
  const spoken = words.join('\n');
  const pattern = useMemo(() => wordPattern(text === '' ? spoken.split('\n') : [text]), [text, spoken]);
  const matches = useMemo(() => findMatches(shown, pattern), [shown, pattern]);
  const onSearch = (next: string): void => {
    setText(next);
    setAt(-1);
  };
  const onStep = (by: 1 | -1): void => {
    if (matches.length === 0 || pattern === undefined) return;
    const next = (Math.max(at, by === 1 ? -1 : 0) + by + matches.length) % matches.length;
    setAt(next);
    const match = matches[next];
    if (match !== undefined) code.current?.goTo(match, pattern);
  };
  return { text, onSearch, pattern, count: matches.length, at: Math.min(at, matches.length - 1), onStep };
};

const MatchCount = ({ pattern, count, at }: PayloadSearch) => {
  const total = count === mostMatches ? `${formatNumber(count)}+` : formatNumber(count);
  const place = at >= 0 ? `${formatNumber(at + 1)} of ` : '';
  return (
    <Text size="xs" c="dimmed" component="span" role="status">
      {pattern !== undefined && `${place}${total} ${count === 1 ? 'match' : 'matches'}`}
    </Text>
  );
};

const SearchInput = ({ what, text, onSearch, count, onStep }: PayloadSearch & { readonly what: string }) => {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      onStep(event.shiftKey ? -1 : 1);
    }
    if (event.key === 'Escape' && text !== '') {
      event.stopPropagation();
      onSearch('');
    }
  };
  return (
    <>
      <TextInput
        size="xs"
        w={130}
        aria-label={`Search ${what}`}
        placeholder="Search"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={text}
        onChange={(event) => onSearch(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {count > 0 && (
        <>
          <StepButton label="Previous match" icon={IconArrowUp} onClick={() => onStep(-1)} />
          <StepButton label="Next match" icon={IconArrowDown} onClick={() => onStep(1)} />
        </>
      )}
    </>
  );
};

interface StepButtonProps {
  readonly label: string;
  readonly icon: typeof IconArrowUp;
  readonly onClick: () => void;
}

const StepButton = ({ label, icon: Icon, onClick }: StepButtonProps) => (
  <Tooltip label={label}>
    <ActionIcon variant="subtle" color="gray" size={24} aria-label={label} onClick={onClick}>
      <Icon size={14} aria-hidden />
    </ActionIcon>
  </Tooltip>
);
