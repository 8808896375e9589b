import { Alert, Code } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { clockTime } from '#renderer/lib/format.ts';
import { type Connection, connection } from '#renderer/lib/live-state.ts';
import classes from './connection-notice.module.css';

/** Says when what is shown may be old, why, and that it will catch up. */
export const ConnectionNotice = () => {
  const notice = noticeOf(useStore(connection));
  return (
    <div role="status" className={classes.notice}>
      {notice && (
        <Alert color="orange" radius={0} icon={<IconPlugConnectedX aria-hidden />} title={notice.title}>
          {notice.text}
        </Alert>
      )}
    </div>
  );
};

const noticeOf = ({ live, host }: Connection): { title: string; text: ReactNode } | undefined => {
  if (host?.state === 'restarting') {
    return {
      title: 'The desk stopped and is being started again',
      text: host.text ?? 'Nothing is lost. What you typed stays here, and the screen catches up by itself.',
    };
  }
  if (live.state === 'lost') {
    return {
      title: `Not live since ${clockTime(live.since)}`,
      text: 'The connection to the desk is lost, so figures may be old. It is tried again all the time, and the screen catches up by itself. What you typed stays here.',
    };
  }
  if (live.state === 'signed-out') {
    return {
      title: 'This browser is no longer signed in',
      text: (
        <>
          The desk was started anew, or the session ended. Run <Code>carryover open</Code>, open its address
          in another tab of this browser, and leave this tab open: what you typed stays here, and it goes on
          by itself.
        </>
      ),
    };
  }
  return undefined;
};
