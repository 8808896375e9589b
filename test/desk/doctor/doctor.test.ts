import { expect, onTestFinished, test } from 'vitest';
import type { DoctorRequest, DoctorResult } from '#contract/doctor.ts';
import type { Job } from '#contract/job.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { Resolve } from '#desk/doctor/destination.ts';
import { createDoctor } from '#desk/doctor/index.ts';
import { usualLimits } from '#desk/doctor/limits.ts';
import { deskFixture } from '#test/support/desk-fixture.ts';
import {
  authorizationValue,
  createJudge,
  type Fault,
  type Judge,
  secret,
} from '#test/support/doctor-consumers/judge.ts';
import { httpConsumer } from '#test/support/doctor-consumers/servers.ts';
import { fakeControl } from '#test/support/fake-control.ts';
import { until } from '#test/support/host-process.ts';

const headers = [{ name: 'Authorization', value: authorizationValue }];

const prepared = async (
  given: { resolve?: Resolve; endpoints?: Partial<ServiceControl['endpoints']> } = {},
) => {
  const { cases, targets, jobs } = await deskFixture();
  const { control } = fakeControl();
  const endpoints = { ...control.endpoints, ...given.endpoints };
  const { resolve } = given;
  const doctor = createDoctor({
    cases,
    targets,
    jobs,
    control: { endpoints },
    limits: { ...usualLimits, load: { perSecond: 50, forMs: 200 } },
    ...(resolve === undefined ? {} : { resolve }),
  });
  onTestFinished(() => jobs.stop());
  const ended = async (request: DoctorRequest): Promise<Job> => {
    const { id } = await doctor.start(request, 'Jo');
    return until(async () => {
      const job = jobs.show(id);
      return job.state !== 'running' && job;
    });
  };
  const resultOf = async (request: DoctorRequest): Promise<DoctorResult> => {
    const job = await ended(request);
    expect([job.state, job.error]).toEqual(['done', undefined]);
    return job.result as DoctorResult;
  };
  const newCase = async () =>
    (await cases.create({ name: 'acme', integrator: 'Acme Ltd', parts: ['webhooks'] }, 'Jo')).id;
  return { doctor, cases, jobs, ended, resultOf, newCase };
};

test('a plan says what is sent where, and sends nothing', async () => {
  const { doctor } = await prepared();
  const { url, seen } = await httpConsumer(createJudge());
  const plan = await doctor.plan({ url, secret, headers });
  expect(plan).toEqual({
    url,
    host: new URL(url).host,
    loopback: true,
    requests: 60,
    secret: 'given',
    headers: ['Authorization'],
    confirm: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect([(await doctor.plan({ url })).requests, (await doctor.plan({ url })).secret]).toEqual([45, 'none']);
  expect((await doctor.plan({ url, secret, load: true })).requests).toBe(59 + 10);
  expect(seen.connections).toBe(0);
});

test('a run never sends more than its plan said', async () => {
  const { doctor, resultOf } = await prepared();
  for (const fault of [undefined, 'accepts everything', 'refuses the client id'] as const) {
    const { url, seen } = await httpConsumer(createJudge(fault));
    const all = [...headers, { name: 'x-service-clientid', value: 'abc-def' }];
    for (const request of [{ url }, { url, secret }, { url, secret, headers: all, load: true }]) {
      const before = seen.requests;
      const { requests } = await resultOf(request);
      expect(requests).toBeLessThanOrEqual((await doctor.plan(request)).requests);
      expect(seen.requests - before).toBe(requests);
    }
  }
});

test('a host that is not loopback needs the code of exactly this plan', async () => {
  const { doctor, jobs } = await prepared({ resolve: async () => ['203.0.114.7'] });
  const request = { url: 'https://hooks.example.test/in', secret };
  const { confirm, loopback } = await doctor.plan(request);
  expect(loopback).toBe(false);
  const others = [
    request,
    { ...request, confirm: '0'.repeat(64) },
    { ...request, url: 'https://hooks.example.test/other', confirm },
    { ...request, load: true, confirm },
    { url: request.url, confirm },
    { ...request, headers, confirm },
  ];
  for (const other of others) {
    await expect(doctor.start(other, 'Jo')).rejects.toThrow(/not this machine\. Nothing was sent/);
  }
  expect(jobs.list()).toEqual([]);
});

test('a name that leads to loopback and elsewhere is not loopback', async () => {
  const { doctor } = await prepared({ resolve: async () => ['127.0.0.1', '203.0.114.7'] });
  const request = { url: 'http://hooks.example.test/in', secret };
  expect((await doctor.plan(request)).loopback).toBe(false);
  await expect(doctor.start(request, 'Jo')).rejects.toThrow(/not this machine/);
});

test('a name that led here when it was agreed to, and leads elsewhere now, is refused', async () => {
  let addresses = ['127.0.0.1'];
  const { doctor } = await prepared({ resolve: async () => addresses });
  const request = { url: 'http://hooks.example.test/in', secret };
  const { confirm, loopback } = await doctor.plan(request);
  expect(loopback).toBe(true);
  addresses = ['203.0.114.7'];
  await expect(doctor.start({ ...request, confirm }, 'Jo')).rejects.toThrow(/not this machine/);
});

test.each([
  ['169.254.169.254', /cloud metadata address/],
  ['fd00:ec2::254', /cloud metadata address/],
  ['64:ff9b::a9fe:a9fe', /cloud metadata address/],
  ['::ffff:169.254.169.254', /cloud metadata address/],
  ['169.254.7.7', /range "linkLocal"/],
  ['fe80::1', /range "linkLocal"/],
  ['0.0.0.0', /range "unspecified"/],
  ['::', /range "unspecified"/],
  ['224.0.0.1', /range "multicast"/],
  ['255.255.255.255', /range "broadcast"/],
  ['not an address', /is not an IP address/],
])('nothing is sent to %s', async (address, why) => {
  const { doctor } = await prepared({ resolve: async () => [address] });
  const url = 'http://hooks.example.test/in';
  await expect(doctor.plan({ url })).rejects.toThrow(why);
  await expect(doctor.start({ url }, 'Jo')).rejects.toThrow(why);
});

test.each([
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['10.0.0.7', false],
  ['fd12::7', false],
  ['64:ff9b::7f00:1', false],
])('%s is this machine: %s', async (address, loopback) => {
  const { doctor } = await prepared({ resolve: async () => [address] });
  const plan = doctor.plan({ url: 'http://hooks.example.test/in' });
  if (address.startsWith('64:')) await expect(plan.then((one) => one.loopback)).resolves.toBe(false);
  else expect((await plan).loopback).toBe(loopback);
});

test.each([
  ['', /full URL/],
  ['hooks.example.com/in', /full URL/],
  ['ftp://example.com/', /begin with http/],
  ['https://jo:planted-word@example.com/', /must not contain a user or password/],
])('the URL %j is refused', async (url, why) => {
  const { doctor } = await prepared();
  const refused = doctor.plan({ url });
  await expect(refused).rejects.toThrow(why);
  await expect(refused).rejects.not.toThrow(/planted-word/);
});

test('with a case each run is on record, and compared with the one before of the same URL', async () => {
  const { doctor, resultOf, newCase, cases } = await prepared();
  const caseId = await newCase();
  const state: { fault: Fault | undefined } = { fault: 'has no limit ahead' };
  const judge: Judge = (received) => createJudge(state.fault)(received);
  const [one, other] = [await httpConsumer(judge), await httpConsumer(judge)];
  const given = { secret, headers, caseId };
  const first = await resultOf({ ...given, url: one.url });
  await resultOf({ ...given, url: other.url });
  state.fault = undefined;
  const last = await resultOf({ ...given, url: one.url });
  const { results } = await doctor.runs(caseId);
  expect(results.map(({ result, actor }) => [result.url, result.verdict, actor])).toEqual([
    [one.url, 'pass', 'Jo'],
    [other.url, 'fail', 'Jo'],
    [one.url, 'fail', 'Jo'],
  ]);
  expect(results.map(({ changes }) => changes)).toEqual([
    [{ id: 'future-timestamp', from: 'fail', to: 'pass' }],
    undefined,
    undefined,
  ]);
  expect([results[0]?.result, results[2]?.result]).toEqual([last, first]);
  expect(await cases.verify(caseId)).toMatchObject({ whole: true, problems: [] });
  const entries = JSON.stringify(await cases.entries(caseId, 0, 100));
  expect(entries).not.toContain(secret.slice(6));
  expect(entries).not.toContain(authorizationValue.slice(7));
});

test('a run that is cancelled is not on record', async () => {
  const { doctor, jobs, newCase } = await prepared();
  const caseId = await newCase();
  const { url } = await httpConsumer(() => 'silence');
  const { id } = await doctor.start({ url, secret, caseId }, 'Jo');
  await until(async () => jobs.show(id).progress.done >= 1);
  expect((await jobs.cancel(id)).state).toBe('cancelled');
  expect((await doctor.runs(caseId)).results).toEqual([]);
});

test('nothing is begun that can not be recorded', async () => {
  const { doctor, cases, newCase } = await prepared();
  const caseId = await newCase();
  await cases.act(caseId, 'Jo', { kind: 'case.closed', content: {} });
  const { url, seen } = await httpConsumer(createJudge());
  await expect(doctor.start({ url, caseId }, 'Jo')).rejects.toThrow(/can't be changed/);
  expect(seen.connections).toBe(0);
});

test('a case without endpoints, and no URL: nothing to test', async () => {
  const { doctor, newCase } = await prepared();
  await expect(doctor.plan({ caseId: await newCase() })).rejects.toThrow(/no endpoint to test yet/);
  await expect(doctor.plan({})).rejects.toThrow(/no URL was given/);
});

test('with a URL of one endpoint of the local service, a case uses its secret and headers', async () => {
  const { url } = await httpConsumer(createJudge());
  const endpoint = (await fakeControl().control.endpoints.list())[0] as NonNullable<unknown>;
  const { doctor, resultOf, newCase } = await prepared({
    endpoints: {
      list: async () => [{ ...endpoint, url, eventTypes: ['connection.created'] } as never],
      show: async () => ({ ...endpoint, url, eventTypes: ['connection.created'] }) as never,
      secret: async () => ({ secret }),
      headers: async (_id, reveal) => (reveal ? headers : []),
    },
  });
  const caseId = await newCase();
  expect(await doctor.plan({ url, caseId })).toMatchObject({
    secret: 'endpoint',
    headers: ['Authorization'],
  });
  const result = await resultOf({ url, caseId });
  expect(result.verdict).toBe('pass');
  const { results } = await doctor.runs(caseId);
  expect(results[0]?.webhookId).toMatch(/^[0-9a-f-]{36}$/);
  expect(result.checks.flatMap(({ evidence }) => evidence).join()).not.toMatch(/company\.created/);
  // What is given counts first.
  const wrong = await resultOf({ url, caseId, secret: 'whsec_b3RoZXI=' });
  expect(wrong.checks.find(({ id }) => id === 'answers-2xx')?.outcome).toBe('fail');
});
