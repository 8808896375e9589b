import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UtilityProcess } from 'electron';
import { expect, onTestFinished, test } from 'vitest';
import type { HostState } from '#contract/bridge.ts';
import type { RepairOffer } from '#contract/host-messages.ts';
import { killHost } from '#main/host-process.ts';
import { createSupervisor, type SupervisorOptions } from '#main/supervisor.ts';
import { until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const offer: RepairOffer = {
  text: 'Broken.',
  facts: ['One backup.'],
  action: { label: 'Restore it', order: { database: 'desk', backup: 'a.db' } },
};

/** A host of three lines, in a process of its own: `ways` says what each life of it does, the last one for good. */
const hostOf = (ways: readonly Way[]): { fork: () => UtilityProcess; lives: ChildProcess[] } => {
  const path = join(temporaryFolder(), 'host.cjs');
  writeFileSync(
    path,
    `const way = process.argv[2];
const ready = { apiUrl: 'a', apiKey: 'k', deskUrl: 'd', deskToken: 't', dataDir: '/', pid: process.pid };
const hang = () => { for (;;); };
process.on('message', (message) => {
  if (message.type === 'start' && way === 'crash') process.exit(7);
  if (message.type === 'start' && way === 'damaged') {
    if (message.repair) process.send({ type: 'failed', reason: 'refused', text: JSON.stringify(message.repair) });
    else process.send({ type: 'failed', reason: 'refused', text: 'Broken.', repair: ${JSON.stringify(offer)} });
  }
  if (message.type === 'start' && way === 'refuse') process.send({ type: 'failed', reason: 'refused', text: 'No.' });
  if (message.type === 'start' && way === 'used') process.send({ type: 'failed', reason: 'folder-in-use', text: 'Taken.' });
  if (message.type === 'start' && ['run', 'hang', 'deaf'].includes(way)) process.send({ type: 'ready', ready });
  if (message.type === 'beat') way === 'hang' ? hang() : process.send(message);
  if (message.type === 'stop') way === 'deaf' ? hang() : process.exit(0);
});
setInterval(() => {}, 1000);`,
  );
  const lives: ChildProcess[] = [];
  onTestFinished(() => {
    for (const child of lives) child.kill('SIGKILL');
  });
  return {
    lives,
    fork() {
      const child = fork(path, [ways[lives.length] ?? (ways.at(-1) as Way)], { silent: true, execArgv: [] });
      lives.push(child);
      const emitter = new EventEmitter();
      child.once('spawn', () => emitter.emit('spawn'));
      child.on('message', (message) => emitter.emit('message', message));
      child.once('close', (code) => emitter.emit('exit', code ?? 137));
      return Object.assign(emitter, {
        pid: child.pid,
        stdout: child.stdout,
        stderr: child.stderr,
        // It may end as it is written to.
        postMessage: (message: object) => void (child.connected && child.send(message, () => undefined)),
        kill: () => child.kill(),
      }) as unknown as UtilityProcess;
    },
  };
};

type Way = 'run' | 'crash' | 'hang' | 'deaf' | 'silent' | 'refuse' | 'used' | 'damaged';

const supervise = (
  ways: readonly Way[],
  other: Partial<SupervisorOptions['limits']> = {},
  asked: () => Promise<void> = async () => {},
) => {
  const host = hostOf(ways);
  const states: HostState[] = [];
  const supervisor = createSupervisor({
    fork: host.fork,
    async startMessage() {
      await asked();
      return { type: 'start', dataDir: '/', apiPort: 0, deskPort: 0 };
    },
    limits: {
      readyMs: 20_000,
      beatMs: 40,
      missedBeats: 5,
      retryDelaysMs: [10, 20],
      steadyMs: 60_000,
      patienceMs: 20_000,
      longStartMs: 20_000,
      ...other,
    },
    kill: killHost,
    log: () => {},
  });
  const heard = new EventEmitter();
  supervisor.onState((state) => {
    states.push(state);
    heard.emit('state');
  });
  onTestFinished(() => supervisor.stop(0));
  supervisor.start();
  let seen = 0;
  /** It comes to a state, after the one that was waited for before: by what it told, as some last for milliseconds. */
  const reaches = async (wanted: HostState['state']): Promise<void> => {
    for (;;) {
      const at = states.findIndex(({ state }, index) => index >= seen && state === wanted);
      seen = at + 1 || states.length;
      if (at !== -1) return;
      await once(heard, 'state');
    }
  };
  return { supervisor, states, lives: host.lives, reaches };
};

test('one that is stuck is ended by force, and the next one runs', async () => {
  const { supervisor, states, lives, reaches } = supervise(['hang', 'run'], { beatMs: 100 });
  await reaches('restarting');
  await reaches('running');
  expect(lives[0]?.signalCode).toBe('SIGKILL');
  expect(states[2]?.text).toContain('It did not respond for 0.5 s, so it was stopped.');
  expect(await supervisor.ready()).toMatchObject({ pid: lives[1]?.pid });
});

test('one that never gets ready is ended by force', async () => {
  const { supervisor, lives, reaches } = supervise(['silent'], { readyMs: 300, retryDelaysMs: [] });
  await reaches('failed');
  expect(supervisor.state().text).toBe('It was not ready within 0.3 s, so it was stopped.');
  expect(lives[0]?.signalCode).toBe('SIGKILL');
  await expect(supervisor.ready()).rejects.toMatchObject({ code: 'host.unavailable' });
});

test('after so many crashes it is given up, until a person starts it', async () => {
  const { supervisor, lives, reaches } = supervise(['crash', 'crash', 'crash', 'run']);
  await reaches('failed');
  expect(lives).toHaveLength(3);
  expect(supervisor.state().text).toBe('It ended unexpectedly, with code 7.');
  expect(supervisor.folderInUse()).toBe(false);
  supervisor.start();
  await reaches('running');
});

test('what it refuses in words is not tried again, but for a folder that a command may hold for a moment', async () => {
  const refused = supervise(['refuse']);
  await refused.reaches('failed');
  expect([refused.lives.length, refused.supervisor.state().text]).toEqual([1, 'No.']);

  const used = supervise(['used', 'used', 'run']);
  await used.reaches('running');
  const taken = supervise(['used']);
  await taken.reaches('failed');
  expect([taken.lives.length, taken.supervisor.folderInUse()]).toEqual([3, true]);
});

test('a repair that is offered is asked of the next host alone, and only by the person', async () => {
  const { supervisor, reaches } = supervise(['damaged']);
  const textAfter = async (begin: () => void): Promise<string | undefined> => {
    begin();
    await reaches('failed');
    return supervisor.state().text;
  };
  await reaches('failed');
  expect([supervisor.state().text, supervisor.offer()]).toEqual(['Broken.', offer]);
  expect(await textAfter(supervisor.start)).toBe('Broken.');
  expect(await textAfter(supervisor.repair)).toBe(JSON.stringify(offer.action?.order));
  // It offers nothing any more: what was chosen once is not done twice.
  expect(supervisor.offer()).toBeUndefined();
  expect(await textAfter(supervisor.repair)).toBe('Broken.');
});

test('started twice while the keychain asks the person, it is still one host, which ends with the app', async () => {
  const answered = Promise.withResolvers<void>();
  const { supervisor, lives, states, reaches } = supervise(['run'], {}, () => answered.promise);
  supervisor.start();
  answered.resolve();
  await reaches('running');
  supervisor.start();
  expect(await supervisor.ready()).toMatchObject({ pid: lives[0]?.pid });
  await supervisor.stop(20_000);
  expect([lives.length, lives[0]?.exitCode, states.at(-1)?.state]).toEqual([1, 0, 'running']);

  // Stopped before there is anything to stop: nothing comes after.
  const late = Promise.withResolvers<void>();
  const none = supervise(['run'], {}, () => late.promise);
  await none.supervisor.stop(0);
  late.resolve();
  await late.promise;
  expect(none.lives).toEqual([]);
});

test('a start that takes long is said', async () => {
  const { supervisor } = supervise(['silent'], { longStartMs: 20 });
  await until(async () => supervisor.state().text !== undefined);
  expect(supervisor.state()).toEqual({ state: 'starting', text: expect.stringContaining('takes long') });
});

test('it is asked to end, and made to if it does not hear', async () => {
  const { supervisor, lives, reaches } = supervise(['run']);
  await reaches('running');
  await supervisor.stop(20_000);
  expect([lives[0]?.exitCode, lives.length]).toEqual([0, 1]);

  const deaf = supervise(['deaf'], { beatMs: 60_000 });
  await deaf.reaches('running');
  await deaf.supervisor.stop(50);
  expect(deaf.lives[0]?.signalCode).toBe('SIGKILL');
});
