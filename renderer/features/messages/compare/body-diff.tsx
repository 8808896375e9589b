import { Text } from '@mantine/core';
import { diffLines } from 'diff';
import { useMemo } from 'react';
import { indentJson } from '#renderer/ui/payload/indent-json.ts';
import classes from './compare.module.css';

interface BodyDiffProps {
  readonly a: string | undefined;
  readonly b: string | undefined;
}

/** What of two response bodies differs, line by line; JSON is compared indented. */
export const BodyDiff = ({ a, b }: BodyDiffProps) => {
  const parts = useMemo(() => diffLines(lined(a), lined(b)), [a, b]);
  if (!a && !b) return undefined;
  if (a === b) return <Text c="dimmed">Response bodies are equal.</Text>;
  return (
    <figure className={classes.diff} aria-label="Response body differences">
      <figcaption>Response body</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard */}
      <pre tabIndex={0}>
        {parts.map(({ added, removed, value }, at) => (
          <Lines
            // biome-ignore lint/suspicious/noArrayIndexKey: in the order of the text
            key={at}
            sign={added ? '+' : removed ? '−' : ' '}
            text={value}
          />
        ))}
      </pre>
    </figure>
  );
};

const lined = (body = ''): string => {
  const text = indentJson(body) ?? body;
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
};

const sides = { '+': 'Only in B', '−': 'Only in A', ' ': undefined } as const;

const Lines = ({ sign, text }: { readonly sign: keyof typeof sides; readonly text: string }) =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: in the order of the text
      <span key={at} className={classes.line} data-sign={sign} title={sides[sign]}>
        {`${sign} ${line}\n`}
      </span>
    ));
