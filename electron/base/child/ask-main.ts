import { randomUUID } from 'node:crypto';
import { type ChildNews, type ChildOrder, type ParentPort, parentPort } from '#contract/host-messages.ts';
import type { Child, FromChild } from './messages.ts';

/** Whether this is a utility process of the app, which can start no process of its own. */
export const isUtilityProcess = (): boolean => 'parentPort' in process && process.parentPort !== undefined;

/** A child that the app's main process starts for this one, and ends with it. */
export const askMain = (): Child => {
  const port: ParentPort<ChildNews, ChildOrder> = parentPort(process);
  const id = randomUUID();
  const hear = <T extends ChildNews['type']>(
    type: T,
    listener: (news: Extract<ChildNews, { type: T }>) => void,
  ): void => {
    const onNews = ({ data }: { readonly data: ChildNews }): void => {
      if (data.type === type && data.id === id) listener(data as Extract<ChildNews, { type: T }>);
      if (data.type === 'child-end' && data.id === id) port.removeListener('message', onNews);
    };
    port.on('message', onNews);
  };
  return {
    send: (message) => port.postMessage({ type: 'child-start', id, message }),
    onMessage: (listener) => hear('child-message', ({ message }) => listener(message as FromChild)),
    onEnd: (listener) => hear('child-end', ({ problem }) => listener(problem)),
    kill: () => port.postMessage({ type: 'child-kill', id }),
  };
};
