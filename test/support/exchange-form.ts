import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sealedTo } from '#base/age/seal.ts';
import { packageRoot } from '#base/package-root.ts';
import { answerLine } from '#contract/answer-file.ts';
import type { ExchangeAnswer, ExchangeForm } from '#contract/exchange.ts';
import type { Language } from '#contract/languages.ts';
import { formPage } from '#desk/exchange/form-page.ts';
import { type FormTexts, readFormTexts } from '#desk/exchange/form-texts.ts';
import { temporaryFolder } from './temporary-folder.ts';

const text = { secret: false, required: true, supplied: false };

/** A form with something of everything. */
export const exampleForm = (changes: Partial<ExchangeForm> = {}): ExchangeForm => ({
  format: 'carryover-form',
  version: 1,
  formId: '0b7e4c1e-5d0a-4c3e-9d55-0e6d2c1f7a10',
  caseId: '6f1a3c52-8f0e-4a07-9a4b-3f2f0a9a1c11',
  caseName: 'Acme Books: move',
  integrator: 'Acme Books',
  language: 'en',
  platformKey: 'qhyg',
  platformName: 'FreeAgent',
  exportedAt: '2026-11-20T10:00:00.000Z',
  exportedBy: 'Priya Raman',
  recipient: 'age1xx',
  fingerprint: 'ab12 cd34 ef56 7890',
  fields: [
    {
      ...text,
      name: 'clientId',
      label: 'OAuth client id',
      pattern: '[!-~]{3,500}',
      example: 'AB12cd34',
      help: 'Client id of the application.',
    },
    {
      ...text,
      name: 'clientSecret',
      label: 'OAuth client secret',
      secret: true,
      pattern: '[!-~]{8,1000}',
      example: 'secret-of-the-application',
      help: 'Stored encrypted.',
    },
    {
      ...text,
      name: 'environment',
      label: 'Environment',
      pattern: 'production|sandbox',
      example: 'production',
      help: 'Where the application runs.',
    },
    {
      ...text,
      name: 'applicationName',
      label: 'Name of the application',
      pattern: '.{1,200}',
      example: 'Acme Books Sync',
      help: 'As customers see it.',
      supplied: true,
    },
  ],
  companyFields: [
    {
      name: 'accessToken',
      label: 'Access token',
      secret: true,
      required: true,
      pattern: '[!-~]{8,4000}',
      example: 'access-token',
      help: '',
    },
    {
      name: 'refreshToken',
      label: 'Refresh token',
      secret: true,
      required: true,
      pattern: '[!-~]{8,4000}',
      example: 'refresh-token',
      help: '',
    },
  ],
  window: {
    id: '7d4c5a1e-1111-4c3e-9d55-0e6d2c1f7a10',
    start: '2099-03-28T21:00:00.000Z',
    end: '2099-03-29T05:00:00.000Z',
    zone: 'Europe/Berlin',
    local: [{ zone: 'Europe/Berlin', start: '2099-03-28 22:00 +01:00', end: '2099-03-29 07:00 +02:00' }],
    agreed: false,
  },
  estimate: { companies: 12, likelyMs: 5_400_000, worstMs: 10_800_000 },
  callbackUrl: 'https://api.example.com/oauth/callback',
  companies: Array.from({ length: 12 }, (_, at) => ({ ref: `ref-${at + 1}`, name: `Company ${at + 1}` })),
  companiesOpen: 12,
  ...changes,
});

export const builtForm = (): string =>
  readFileSync(join(packageRoot(), 'out', 'renderer', 'form.html'), 'utf8');

export const formTexts = (language: Language): FormTexts =>
  readFormTexts(join(packageRoot(), 'resources', 'form'), language);

/** A form on disk, as a person gets it. @returns its address, `file://…` */
export const formOnDisk = (form: ExchangeForm): string => {
  const path = join(temporaryFolder(), 'form.html');
  writeFileSync(path, formPage(builtForm(), form, formTexts(form.language)));
  return pathToFileURL(path).href;
};

/** The data that a form was made with. */
export const formIn = (html: string): ExchangeForm => {
  const [, json] = /<script type="application\/json" id="form">([^<]*)<\/script>/.exec(html) ?? [];
  return JSON.parse(json ?? '') as ExchangeForm;
};

/** An answer with the least in it. */
export const answerTo = (
  { formId, caseId }: Pick<ExchangeForm, 'formId' | 'caseId'>,
  changes: Partial<ExchangeAnswer> = {},
): ExchangeAnswer => ({
  format: 'carryover-answer',
  version: 1,
  formId,
  caseId,
  name: 'Kim Larsen',
  role: 'Head of Engineering',
  at: '2026-11-21T10:00:00.000Z',
  fields: {},
  ...changes,
});

/** What an answer says of its list. */
export const listOf = (
  content: string | Uint8Array,
  name = 'tokens.csv',
  rows = 1,
): ExchangeAnswer['tokens'] => ({
  name,
  bytes: Buffer.byteLength(content),
  digest: hash('sha256', content),
  rows,
});

/** The sealed file as the page makes it. */
export const sealedAnswer = async (
  recipient: string,
  answer: ExchangeAnswer,
  list: string | Uint8Array = '',
): Promise<Buffer> => {
  const content = async function* (): AsyncGenerator<Uint8Array> {
    yield answerLine(answer);
    if (list.length > 0) yield Buffer.from(list);
  };
  const parts: Uint8Array[] = [];
  for await (const part of sealedTo(recipient, content())) parts.push(part);
  return Buffer.concat(parts);
};
