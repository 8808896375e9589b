import { Anchor, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';

interface ClampedTextProps {
  /** How many lines are shown at first. */
  readonly lines: number;
  readonly children: ReactNode;
}

/** Dimmed text of a few lines, and a button for the rest if there is more. */
export const ClampedText = ({ lines, children }: ClampedTextProps) => {
  const text = useRef<HTMLParagraphElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isCut, setCut] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text of the same size may be longer
  useEffect(() => {
    const element = text.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [children]);
  return (
    <>
      <Text
        ref={text}
        size="sm"
        c="dimmed"
        {...(!isOpen && { lineClamp: lines })}
        style={{ overflowWrap: 'anywhere' }}
      >
        {children}
      </Text>
      {(isCut || isOpen) && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show more'}
        </Anchor>
      )}
    </>
  );
};
