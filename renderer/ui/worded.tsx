import { Code } from '@mantine/core';
import { Fragment } from 'react';
import { Instant } from './instant.tsx';

/** A sentence of the desk: commands stand between backticks, instants in UTC are shown in the person's time. */
export const Worded = ({ text }: { text: string }) =>
  text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence
      <Code key={at}>{part}</Code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence
      <Timed key={at} text={part} />
    ),
  );

const utcInstant = /(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)/;

const Timed = ({ text }: { text: string }) =>
  text.split(utcInstant).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence
      <Instant key={at} at={part} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence
      <Fragment key={at}>{part}</Fragment>
    ),
  );
