import { Code } from '@mantine/core';
import { Fragment } from 'react';

/** A sentence of the desk, in which commands stand between backticks. */
export const Worded = ({ text }: { text: string }) =>
  text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence
      <Code key={at}>{part}</Code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence
      <Fragment key={at}>{part}</Fragment>
    ),
  );
