import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '#base/package-root.ts';
import { type SampleLanguage, sampleLanguages } from '#contract/cutover.ts';

/** Samples of code for the integrator's developers: a folder a topic, a file a language. */

/** The file of each language. */
export const sampleFiles: Readonly<Record<SampleLanguage, string>> = {
  node: 'node.js',
  python: 'python.py',
  php: 'php.php',
  csharp: 'csharp.cs',
  java: 'java.java',
  go: 'go.go',
  ruby: 'ruby.rb',
};

const folder = (): string => join(packageRoot(), 'resources', 'code-samples');
const known = new Map<string, Readonly<Record<string, string>>>();

/** The topics that there are. */
export const sampleTopics = (): string[] => readdirSync(folder()).toSorted();

/** The samples of a topic by language; undefined if there is no such topic. */
export const codeSamples = (topic: string): Readonly<Record<string, string>> | undefined => {
  const kept = known.get(topic);
  if (kept !== undefined || !sampleTopics().includes(topic)) return kept;
  const samples = Object.fromEntries(
    sampleLanguages.flatMap((language) => {
      const path = join(folder(), topic, sampleFiles[language]);
      return existsSync(path) ? [[language, readFileSync(path, 'utf8')]] : [];
    }),
  );
  known.set(topic, samples);
  return samples;
};
