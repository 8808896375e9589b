import { Fragment } from 'react';

/** A URL or an event type, which goes to the next line at its slashes and dots rather than anywhere. */
export const Breakable = ({ text }: { text: string }) =>
  text.split(/(?<=[/.])(?=[^/.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
