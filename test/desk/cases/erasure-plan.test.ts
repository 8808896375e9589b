import { describe, expect, test } from 'vitest';
import type { CaseAction } from '#contract/case.ts';
import type { ErasureRequest } from '#contract/erasure.ts';
import { checkErasure, planErasure } from '#desk/cases/plan-erasure.ts';
import { but, every, ids } from './every-action.ts';
import { chainOf, newIdentity, rowsOf } from './made-chains.ts';

/** What an erasure would do to each entry, before anything is done. */

const identity = newIdentity();
const rows = (...actions: readonly CaseAction[]) =>
  rowsOf(chainOf([every['case.opened'], ...actions], () => identity)).rows;
const plan = (request: ErasureRequest, ...actions: readonly CaseAction[]) => {
  const { entries, attachments, digests, mentions } = planErasure(rows(...actions), request);
  return {
    entries: entries.map(({ row: { seq }, why, texts }) => `${seq} ${why}: ${texts.join(', ')}`),
    attachments,
    digests,
    mentions,
  };
};
const nothing = { entries: [], attachments: [], digests: [], mentions: [] };

describe('an erasure is planned', () => {
  test('of entries, notes and contacts', () => {
    const all = [
      every['note.added'],
      every['contact.added'],
      every['note.changed'],
      every['contact.changed'],
    ];
    expect(plan({ entries: [3] }, ...all).entries).toEqual([
      '3 asked: contact name, contact role, contact@acme.example, contact phone',
    ]);
    expect(plan({ notes: true }, ...all).entries).toEqual(['2 asked: note text', '4 asked: changed text']);
    expect(plan({ contacts: true }, ...all).entries).toEqual([
      '3 asked: contact name, contact role, contact@acme.example, contact phone',
      '5 asked: changed name, changed role',
    ]);
    expect(plan({ entries: [4, 2], contacts: true }, ...all).entries).toHaveLength(4);
    expect(plan({}, ...all)).toEqual(nothing);
    // Nothing of it is personal, or it is gone already.
    expect(plan({ entries: [2] }, every['note.removed'])).toEqual(nothing);
    expect(plan({ notes: true }, but('note.added', { text: '[erased]' }))).toEqual(nothing);
  });
  test('of excerpts that are old enough, and of nothing else in their evidence', () => {
    const old = (excerptsBefore: string) =>
      plan({ excerptsBefore }, every['evidence.added'], every['note.added']);
    expect(old('2026-02-01T00:00:00.001Z')).toEqual({ ...nothing, entries: ['2 asked: place excerpt'] });
    expect(old('2026-02-01T00:00:00.000Z')).toEqual(nothing);
  });
  test('of attachments, by name or id, and all that share their content', () => {
    const { attachment } = every['attachment.added'].content;
    const twin = but('attachment.added', { attachment: { ...attachment, id: ids.note, name: 'twin' } });
    const other = but('attachment.added', {
      attachment: { ...attachment, id: ids.run, name: 'other', digest: 'e'.repeat(64) },
    });
    const of = (...attachments: string[]) => plan({ attachments }, every['attachment.added'], twin, other);
    const both = {
      ...nothing,
      entries: ['2 asked: attachment name, attachment note', '3 asked: twin, attachment note'],
      attachments: [
        { id: ids.attachment, name: 'attachment name', size: 8 },
        { id: ids.note, name: 'twin', size: 8 },
      ],
      digests: [attachment.digest],
    };
    expect(of('twin')).toEqual({ ...both, mentions: [4] });
    expect(of(ids.attachment)).toEqual({ ...both, mentions: [4] });
    expect(of('twin', 'other').digests).toEqual([attachment.digest, 'e'.repeat(64)]);
    expect(() => of('twin', 'gone')).toThrow(/gone/);
  });
  test('with verdicts and requests that repeat a text, and with what else mentions it', () => {
    const said = but('row.answered', { note: 'Jo is on holiday', by: 'Jo' });
    const row = every['verdict.reached'].content.verdict.rows[0] as never as { because: string[] };
    const verdict = {
      ...every['verdict.reached'].content.verdict,
      rows: [{ ...row, because: ['Told: Jo is on holiday', 'Read'] }],
    };
    const reached = but('verdict.reached', { verdict: verdict as never });
    const mentioning = but('note.added', { text: 'again: Jo is on holiday' });
    const planned = plan({ entries: [2] }, said, reached, mentioning, every['note.added']);
    expect(planned.entries).toEqual(['2 asked: Jo, Jo is on holiday', '3 copy: Told: Jo is on holiday']);
    expect(planned.mentions).toEqual([4]);
    // A verdict from before comes first in the list.
    expect(plan({ entries: [3] }, reached, said).entries).toEqual([
      '2 copy: Told: Jo is on holiday',
      '3 asked: Jo, Jo is on holiday',
    ]);
    // Texts of three signs would be found by chance.
    const short = plan(
      { entries: [2] },
      but('row.answered', { note: 'Jos', by: 'Jo' }),
      but('note.added', { text: 'Jos Jo' }),
    );
    expect(short.mentions).toEqual([]);
    const four = plan(
      { entries: [2] },
      but('row.answered', { note: 'Josh', by: 'Jo' }),
      but('note.added', { text: 'a Josh' }),
    );
    expect(four.mentions).toEqual([3]);
    // Excerpts are erased for their age: what repeats them stays.
    const { evidence } = every['evidence.added'].content;
    const repeated = but('verdict.reached', {
      verdict: { ...verdict, rows: [{ ...row, because: ['place excerpt'] }] } as never,
    });
    const aged = plan(
      { excerptsBefore: '2999-01-01T00:00:00.000Z' },
      { kind: 'evidence.added', content: { evidence } },
      repeated,
    );
    expect([aged.entries, aged.mentions]).toEqual([['2 asked: place excerpt'], [3]]);
  });
  test('never of a stub', () => {
    expect(() => plan({ entries: [2] }, every['content.erased'])).toThrow('says what was erased');
    expect(
      plan({ entries: [2] }, every['note.added'], but('content.erased', { reason: 'note text' })).mentions,
    ).toEqual([]);
  });
});

test('an erasure names something, nothing that is not there, and its reason', () => {
  const reason = 'asked';
  for (const request of [
    { entries: [1] },
    { notes: true },
    { contacts: true },
    { attachments: ['x'] },
    { excerptsBefore: '2026-01-01T00:00:00.000Z' },
    { entries: [7] },
  ]) {
    expect(() => checkErasure({ ...request, reason }, 7)).not.toThrow();
    expect(() => checkErasure({ ...request, dryRun: true }, 7)).not.toThrow();
    expect(() => checkErasure(request, 7)).toThrow('reason is missing');
  }
  for (const request of [{}, { entries: [] }, { attachments: [] }, { notes: false, contacts: false }]) {
    expect(() => checkErasure({ ...request, reason }, 7)).toThrow('Say what to erase');
  }
  expect(() => checkErasure({ entries: [3, 8], reason }, 7)).toThrow(/8.*7/);
});
