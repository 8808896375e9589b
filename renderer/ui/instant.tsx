import { Tooltip } from '@mantine/core';
import { dateTime, exactTime, timeToSecond } from '#renderer/lib/format.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';

interface InstantProps {
  /** UTC. */
  readonly at: string;
  /** To the ms. */
  readonly exact?: boolean;
  /** To the second: for what is near. */
  readonly seconds?: boolean;
}

/** An instant in the person's way of writing, with the exact one in UTC behind it. */
export const Instant = ({ at, exact, seconds }: InstantProps) => {
  usePreference('timeZone');
  const write = exact ? exactTime : seconds ? timeToSecond : dateTime;
  return (
    <Tooltip label={`${at} (UTC)`}>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {write(at)}
      </time>
    </Tooltip>
  );
};
