import type { CodeSamples, SampleLanguage } from '#contract/cutover.ts';
import { useApiQuery } from './api-queries.ts';

export const languageLabels: Readonly<Record<SampleLanguage, string>> = {
  node: 'Node',
  python: 'Python',
  php: 'PHP',
  csharp: 'C#',
  java: 'Java',
  go: 'Go',
  ruby: 'Ruby',
};

/** A sample in every language; they never change while the page lives. */
export const useCodeSamples = (topic: string) =>
  useApiQuery<CodeSamples>(['code-samples', topic], `/api/code-samples/${topic}`, {
    staleTime: Number.POSITIVE_INFINITY,
  });
