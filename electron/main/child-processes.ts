import type { utilityProcess as Utility, UtilityProcess } from 'electron';
import type { ChildNews, ChildOrder } from '#contract/host-messages.ts';
import { killHost } from './host-process.ts';

/**
 * Starts children for a utility process that asks for them, hands on their messages, and ends them with it: one that works
 * for nobody is gone.
 * @param entry the built file that each child runs
 * @returns the process that asks
 */
export const serveChildren = (
  asking: UtilityProcess,
  utilityProcess: typeof Utility,
  entry: string,
): UtilityProcess => {
  const children = new Map<string, UtilityProcess>();
  const tell = (news: ChildNews): void => asking.postMessage(news);
  const start = ({ id, message }: Extract<ChildOrder, { type: 'child-start' }>): void => {
    const child = utilityProcess.fork(entry, [], {
      stdio: ['ignore', 'ignore', 'ignore'],
      serviceName: 'Carryover pages',
    });
    children.set(id, child);
    child.once('spawn', () => child.postMessage(message));
    child.on('message', (answer: unknown) => tell({ type: 'child-message', id, message: answer }));
    child.once('exit', (code) => {
      children.delete(id);
      tell({ type: 'child-end', id, problem: `it ended with ${code}` });
    });
  };
  asking.on('message', (order: ChildOrder | { readonly type: string }) => {
    if (isStart(order)) start(order);
    else if (isKill(order)) end(children.get(order.id));
  });
  asking.once('exit', () => children.forEach(end));
  return asking;
};

const isStart = (order: { readonly type: string }): order is Extract<ChildOrder, { type: 'child-start' }> =>
  order.type === 'child-start';
const isKill = (order: { readonly type: string }): order is Extract<ChildOrder, { type: 'child-kill' }> =>
  order.type === 'child-kill';

/** One that has no id yet has not begun, and hears. */
const end = (child: UtilityProcess | undefined): void => {
  if (child?.pid === undefined) child?.kill();
  else killHost(child.pid);
};
