import type { DoctorCheckId } from '#contract/doctor.ts';
import type { Cause } from './causes.ts';
import type { Finding } from './doctor.ts';
import {
  answersAtAll,
  authorization,
  carryOutAll,
  type Examination,
  isSlow,
  isSuccess,
  kindOf,
  needsSecret,
  undetermined,
  usualType,
  without,
} from './examination.ts';
import { messageOf, nowSeconds } from './message.ts';
import type { Sent, Signed } from './sender.ts';
import { emptyKey, randomKey } from './signing.ts';

/** Requests that a consumer must refuse with 4xx. They come last: a consumer may block who sends them. */

/** How far timestamps are off, seconds. */
const offSeconds = 600;

interface Forgery {
  readonly what: string;
  readonly message: Signed;
  readonly headers?: Readonly<Record<string, string>>;
}

interface RefusedCheck {
  readonly id: DoctorCheckId;
  readonly cause: Cause;
  /** What it sends is right but for one thing, so that it takes the secret. */
  readonly needsSecret: boolean;
  readonly count: number;
  readonly forge: (examination: Examination) => readonly Forgery[];
}

/** A valid message of the usual type. */
const valid = (examination: Examination, timestamp?: number) => {
  const { events, subject, key } = examination;
  const given = timestamp === undefined ? {} : { timestamp };
  return messageOf(events, events.next(usualType(subject)), [key], given);
};

const signedOtherwise = (examination: Examination, key = randomKey()) => {
  const { events, subject } = examination;
  return messageOf(events, events.next(usualType(subject)), [key]);
};

/** White space alone changes nothing that a parser would see. */
const spaced = (body: string): string => body.replace(/^\{/, '{ ');
const changed = (body: string): string => body.replace(/"generatedDate":"\d{4}/, '"generatedDate":"1999');

export const refusedChecks: readonly RefusedCheck[] = [
  {
    id: 'bad-signature',
    cause: 'signatureShape',
    needsSecret: false,
    count: 1,
    forge: (examination) => [
      {
        what: 'Signature of 12 bytes',
        message: { ...valid(examination), signature: `v1,${Buffer.from('no signature').toString('base64')}` },
      },
    ],
  },
  {
    id: 'wrong-secret',
    cause: 'signatureSecret',
    needsSecret: false,
    count: 2,
    forge: (examination) => [
      { what: 'Signed with a random secret', message: signedOtherwise(examination) },
      { what: 'Signed with an empty secret', message: signedOtherwise(examination, emptyKey()) },
    ],
  },
  {
    id: 'tampered-body',
    cause: 'signatureBody',
    needsSecret: true,
    count: 2,
    forge: (examination) => {
      const [first, second] = [valid(examination), valid(examination)];
      return [
        { what: 'A value changed after signing', message: { ...first, body: changed(first.body) } },
        { what: 'A space added after signing', message: { ...second, body: spaced(second.body) } },
      ];
    },
  },
  {
    id: 'stale-timestamp',
    cause: 'stale',
    needsSecret: true,
    count: 1,
    forge: (examination) => [
      { what: 'Signed 10 min ago', message: valid(examination, nowSeconds() - offSeconds) },
    ],
  },
  {
    id: 'future-timestamp',
    cause: 'future',
    needsSecret: true,
    count: 1,
    forge: (examination) => [
      { what: 'Signed 10 min ahead', message: valid(examination, nowSeconds() + offSeconds) },
    ],
  },
  {
    id: 'missing-signature',
    cause: 'unsigned',
    needsSecret: false,
    count: 2,
    forge: (examination) => [
      { what: 'No webhook-signature', message: { ...valid(examination), signature: undefined } },
      {
        what: 'No webhook header at all',
        message: { ...valid(examination), signature: undefined, timestamp: undefined, bare: true },
      },
    ],
  },
  {
    id: 'auth-required',
    cause: 'authorization',
    needsSecret: true,
    count: 1,
    forge: (examination) => [
      {
        what: 'No Authorization',
        message: valid(examination),
        headers: without(examination.headers, authorization),
      },
    ],
  },
];

/** @param accepts valid events are answered 2xx */
export const checkRefused = async (examination: Examination, accepts: boolean): Promise<void> => {
  const { found, subject } = examination;
  const judge = subject.key === undefined ? withoutSecret : withSecret;
  if (subject.key !== undefined && !accepts) return;
  const open = refusedChecks.filter(({ id }) => !found.has(id));
  const tasks = open.map((check) => async (): Promise<void> => {
    found.set(check.id, await judge(examination, check));
  });
  await carryOutAll(isSlow(examination), tasks);
  if (accepts) await confirmRefusals(examination);
};

/** Without the secret a refusal shows nothing, as valid events may be refused, too; but what is accepted is a fault. */
const withoutSecret = async (examination: Examination, check: RefusedCheck): Promise<Finding> => {
  if (check.needsSecret || !answersAtAll(examination)) {
    return undetermined(needsSecret);
  }
  const evidence: string[] = [];
  for (const { what, sent } of await sendAll(examination, check)) {
    evidence.push(`${what}: ${sent.line}`);
    if (isSuccess(sent)) return { outcome: 'fail', evidence, cause: check.cause };
  }
  return { outcome: 'undetermined', evidence: [...evidence, needsSecret] };
};

const withSecret = async (examination: Examination, check: RefusedCheck): Promise<Finding> => {
  const answers = await sendAll(examination, check);
  const evidence = answers.map(({ what, sent }) => `${what}: ${sent.line}`);
  const wrong = answers.filter(({ sent }) => kindOf(sent) !== 'refused');
  if (wrong.length > 0 && isSlow(examination) && wrong.every(({ sent }) => sent.failure === 'timeout')) {
    return { outcome: 'undetermined', evidence };
  }
  if (wrong.length > 0) return { outcome: 'fail', evidence, cause: check.cause };
  if (answers.some(({ sent }) => sent.status === 429)) {
    return { outcome: 'undetermined', evidence: [...evidence, 'Refused by a rate limit (429).'] };
  }
  return { outcome: 'pass', evidence };
};

const sendAll = async (examination: Examination, { forge }: RefusedCheck) => {
  const answers: { what: string; sent: Sent }[] = [];
  for (const { what, message, headers = examination.headers } of forge(examination)) {
    answers.push({ what, sent: await examination.sender.send(message, headers) });
  }
  return answers;
};

/** A consumer that refuses everything by now, such as one that blocked the sender, has shown nothing by it. */
const confirmRefusals = async (examination: Examination): Promise<void> => {
  const { found, sender, headers } = examination;
  const control = await sender.send(valid(examination), headers);
  if (isSuccess(control)) return;
  for (const { id } of refusedChecks) {
    const finding = found.get(id);
    if (finding?.outcome !== 'pass') continue;
    const evidence = [...finding.evidence, `A valid event after it was refused, too: ${control.line}`];
    found.set(id, { outcome: 'undetermined', evidence });
  }
};
