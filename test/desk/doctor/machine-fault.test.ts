import { Agent } from 'node:http';
import { expect, test } from 'vitest';
import { exchange } from '#desk/doctor/exchange.ts';
import { MachineFaultError } from '#desk/doctor/machine-fault.ts';

/** Connections that fail by an error of the system. */
const failing = (code: string): Agent =>
  Object.assign(new Agent(), {
    createConnection: (_: unknown, made: (error: Error) => void) => {
      made(Object.assign(new Error(`connect ${code}`), { code, syscall: 'connect' }));
    },
  });

const sent = (code: string) =>
  exchange(
    {
      url: new URL('http://127.0.0.1:9/'),
      agent: failing(code),
      options: {},
      answerMs: 5000,
      readBytes: 1000,
    },
    { headers: {}, body: Buffer.from('x') },
    () => {},
  );

test('a connection that this machine could not open says nothing about the consumer', async () => {
  await expect(sent('EMFILE')).rejects.toThrow(MachineFaultError);
  await expect(sent('EMFILE')).rejects.toThrow(/^Not tested: this process has no free file descriptor/);
  expect(await sent('ECONNREFUSED')).toMatchObject({ failure: 'refused' });
});
