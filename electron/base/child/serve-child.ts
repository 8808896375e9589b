import { Worker } from 'node:worker_threads';
import { systemTime } from '#base/clock.ts';
import { type ParentPort, parentPort } from '#contract/host-messages.ts';
import { isUtilityProcess } from './ask-main.ts';
import type { FromChild, ToChild } from './messages.ts';

const lookMs = 20;
/** For what JavaScript holds: the input and its answer. */
const heapMb = 256;

/**
 * The main thread of a child: a thread of it does the task, so that native code, which no bound of V8 counts and no message
 * reaches, can be watched. Ends with the process that asked.
 * @param thread the file that does the task: it is given the input, and posts one message
 */
export const serveChild = (thread: string): void => {
  const port = portToParent();
  port.onMessage(({ input, memoryMb }) => {
    let peak = 0;
    const answer = (message: FromChild): void => {
      stop();
      // The parent ends this process once it has the answer.
      port.send(message);
    };
    const look = (): void => {
      peak = Math.max(peak, process.memoryUsage.rss());
      if (peak > memoryMb * 1_048_576) tooMuch();
    };
    // It may take more with each moment that the parent does not look.
    const tooMuch = (): void => {
      stop();
      port.send({ kind: 'tooMuchMemory' }, endAtOnce);
    };
    const stop = systemTime.every(lookMs, look);
    const worker = new Worker(thread, {
      workerData: input,
      // What the process was started with is not for the thread.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    worker.once('message', (message: FromChild) => {
      look();
      answer(message.kind === 'done' ? { ...message, peakMb: Math.round(peak / 1_048_576) } : message);
    });
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') tooMuch();
      else answer({ kind: 'failed', problem: error.code ?? error.name });
    });
  });
};

interface Port {
  onMessage(listener: (message: ToChild) => void): void;
  send(message: FromChild, sent?: () => void): void;
}

const portToParent = (): Port => {
  process.once('disconnect', endAtOnce);
  if (!isUtilityProcess()) {
    return {
      onMessage: (listener) => void process.once('message', (message) => listener(message as ToChild)),
      send: (message, sent) => void process.send?.(message, undefined, undefined, sent),
    };
  }
  const port: ParentPort<ToChild, FromChild> = parentPort(process);
  return {
    onMessage: (listener) => void port.on('message', ({ data }) => listener(data)),
    send(message, sent) {
      port.postMessage(message);
      // Nothing says when it has left.
      if (sent !== undefined) systemTime.after(leavesMs, sent);
    },
  };
};

const leavesMs = 200;

/** `process.exit` would wait for native code in the thread. */
const endAtOnce = (): void => {
  process.kill(process.pid, 'SIGKILL');
};
