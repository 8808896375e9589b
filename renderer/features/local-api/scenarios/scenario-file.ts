import { scenarioLimits } from '#contract/scenario.ts';

/** What a file of a scenario holds; the desk checks each step. @throws Error if it is no such file */
export const readScenarioFile = async (file: File): Promise<Record<string, unknown>> => {
  if (file.size > scenarioLimits.bytes) throw new Error(`${file.name} is too long: at most 4 MiB.`);
  let read: unknown;
  try {
    read = JSON.parse(await file.text());
  } catch (error) {
    throw new Error(`${file.name} is not JSON: ${(error as Error).message}`);
  }
  if (typeof read === 'object' && read !== null && !Array.isArray(read)) {
    return read as Record<string, unknown>;
  }
  throw new Error(`${file.name} is no scenario: an object with "name" and "steps" is expected.`);
};
