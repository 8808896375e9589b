import { fork } from 'node:child_process';
import type { Child, FromChild } from './messages.ts';

/** Of the environment, what a process needs to run at all: nothing in it is to change what a child makes. */
const needed = ['SystemRoot', 'TEMP', 'TMP'];

/** A child of plain Node. It has no terminal. */
export const forkNode = (entry: string): Child => {
  const env = Object.fromEntries(
    needed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  const child = fork(entry, [], {
    env,
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    windowsHide: true,
  });
  return {
    // What can't be sent any more, `exit` tells of.
    send: (message) => void child.send(message, () => undefined),
    onMessage: (listener) => void child.on('message', (message) => listener(message as FromChild)),
    onEnd(listener) {
      child.once('error', (error: NodeJS.ErrnoException) => listener(error.code ?? error.name));
      child.once('exit', (code, signal) => listener(`it ended with ${signal ?? code}`));
    },
    kill: () => void child.kill('SIGKILL'),
  };
};
