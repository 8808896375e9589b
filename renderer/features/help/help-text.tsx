import pages from 'virtual:help/pages';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { MarkdownText } from '#renderer/ui/markdown-text.tsx';
import classes from './help.module.css';
import { placesOf } from './places.ts';

interface HelpTextProps {
  readonly path: string;
  /** Scrolled to; without it, the top. */
  readonly anchor: string;
  readonly title: string;
  readonly level: 2 | 3;
}

/** One page of Help, at one of its places. */
export const HelpText = ({ path, anchor, title, level }: HelpTextProps) => {
  const query = useQuery({
    queryKey: ['help', path],
    queryFn: () => pages[path]?.().then(({ default: text }) => text) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Loaded query={query} text="Loading page…">
      {(text) => (
        <Place key={path} text={text ?? ''} path={path} anchor={anchor} title={title} level={level} />
      )}
    </Loaded>
  );
};

const Place = ({ text, path, anchor, title, level }: HelpTextProps & { readonly text: string }) => {
  const box = useRef<HTMLDivElement>(null);
  const places = useMemo(() => placesOf(path), [path]);
  const drawn = useMemo(
    () => <MarkdownText text={text} label={title} places={places} level={level} />,
    [text, title, places, level],
  );
  useEffect(() => {
    const element = box.current?.querySelector<HTMLElement>(`[data-anchor="${CSS.escape(anchor)}"]`);
    if (!element || anchor === '') return;
    element.scrollIntoView({ block: 'start' });
    // Not from a dialog that was opened above the screen meanwhile.
    const dialog = document.querySelector('[aria-modal="true"]');
    if (dialog === null || dialog.contains(element)) element.focus({ preventScroll: true });
    element.dataset.shown = '';
    return () => {
      delete element.dataset.shown;
    };
  }, [anchor]);
  return (
    <div ref={box} className={classes.text}>
      {drawn}
    </div>
  );
};
