import { expect, test } from 'vitest';
import { doctorChecks } from '#contract/doctor.ts';
import { sampleTopics } from '#desk/core/code-samples.ts';
import { causes, titles } from '#desk/doctor/causes.ts';

test('every check has a title, and every sample that a fix names is there', () => {
  expect(Object.keys(titles).sort()).toEqual([...doctorChecks].sort());
  const named = Object.values(causes).flatMap((fix) => ('sample' in fix ? [fix.sample] : []));
  expect(named.filter((topic) => !sampleTopics().includes(topic))).toEqual([]);
});
