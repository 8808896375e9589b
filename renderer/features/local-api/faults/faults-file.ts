import type { Fault, Faults } from '#contract/sandbox.ts';
import { saveFile } from '#renderer/lib/bridge.ts';
import { notifyFailed, notifySaved } from '#renderer/ui/notify.tsx';

/** Writes faults and fixtures to a file that `readFaults` takes. */
export const exportFaults = async (faults: readonly Fault[]): Promise<void> => {
  try {
    const text = `${JSON.stringify({ faults }, undefined, 2)}\n`;
    const bytes = new TextEncoder().encode(text);
    notifySaved(await saveFile({ bytes, name: 'faults.json' }));
  } catch (error) {
    notifyFailed('Faults not exported', error);
  }
};

/** Longer than all that the service takes. */
const mostBytes = 4 * 1_048_576;

/** The faults of a file; the service checks each of them. @throws Error if it is no such file */
export const readFaults = async (file: File): Promise<readonly Fault[]> => {
  if (file.size > mostBytes) throw new Error(`${file.name} is too long: at most 4 MiB.`);
  const problem = `${file.name} is no export of faults: JSON with a list "faults" is expected.`;
  let read: unknown;
  try {
    read = JSON.parse(await file.text());
  } catch {
    throw new Error(problem);
  }
  const { faults } = (read ?? {}) as Partial<Faults>;
  if (!Array.isArray(faults)) throw new Error(problem);
  if (faults.length === 0) throw new Error(`${file.name} has no faults.`);
  return faults;
};
