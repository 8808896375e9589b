import { Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { formatNumber } from '#contract/format.ts';
import classes from './preview.module.css';
import type { ReportFile } from './read-report.ts';

/** More of them take long to lay out, and nobody reads them here. */
const mostCharacters = 200_000;

/** As it is in the file. */
export const TextPreview = ({ file }: { readonly file: ReportFile }) => {
  const text = useMemo(() => new TextDecoder().decode(file.bytes), [file]);
  return (
    <Stack gap={4}>
      {text.length > mostCharacters && (
        <Text c="dimmed">
          First {formatNumber(mostCharacters)} of {formatNumber(text.length)} characters; the file has all.
        </Text>
      )}
      <section
        className={classes.text}
        aria-label={`Preview of ${file.name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        tabIndex={0}
      >
        <pre>{text.slice(0, mostCharacters)}</pre>
      </section>
    </Stack>
  );
};
