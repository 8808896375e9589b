import { hash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CaseFile } from '#contract/case-file.ts';
import { attachmentLimit } from '#desk/cases/attachments.ts';
import { checkFileContents } from '#desk/cases/file-contents.ts';
import { createCases } from '#desk/cases/index.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { putRun } from '#test/support/run-on-record.ts';

test('results of a run may be larger than evidence, as the desk itself makes them', async () => {
  const cases = createCases(await testDeskContext());
  const { id: caseId } = await cases.create({ name: 'acme' }, 'Ada');
  const { attachmentId } = await putRun(cases, caseId, { companies: [] });
  const state = await cases.state(caseId);
  const file = JSON.parse(await cases.exportFile(caseId)) as CaseFile;

  const content = Buffer.alloc(attachmentLimit + 1, ' ');
  const digest = hash('sha256', content);
  const grown: CaseState = {
    ...state,
    attachments: state.attachments.map((one) => (one.id === attachmentId ? { ...one, digest } : one)),
  };
  const attachments = [{ digest, content: content.toString('base64') }];
  expect(() => checkFileContents({ ...file, attachments }, undefined, grown)).not.toThrow();
  const evidence = { ...grown, attachments: grown.attachments.map((one) => ({ ...one, id: randomUUID() })) };
  expect(() => checkFileContents({ ...file, attachments }, undefined, evidence)).toThrow('larger than');
});
