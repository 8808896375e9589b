import { Command } from 'commander';
import { CommandError } from '#cli/command-error.ts';
import { withExamples, withJson } from '#cli/options.ts';
import { printComparison, readRecordingFile, withCompareOptions } from '#cli/recordings.ts';
import { stopSignal } from '#cli/stop-signal.ts';
import type { Comparison, FidelityRecording } from '#contract/fidelity.ts';
import { compareRecording } from '#fidelity/compare.ts';
import { createHttpAsk } from '#fidelity/http-ask.ts';
import { observe, Unreachable } from '#fidelity/observe.ts';
import { customDataName, fillWithExamples } from './example-data.ts';
import { type AskedService, documentOf, withOwnService } from './own-service.ts';

interface Options {
  readonly customData?: string;
  readonly json?: true;
}

/** As fast as it answers. */
const perSecond = 1000;
const timeoutMs = 30_000;

/** `carryover compare` of the test kit: the same calls to the local copy, beside a recording. */
export const compareCommand = (): Command => {
  const compare = new Command('compare')
    .description('Compare a recording of a target with the local service')
    .action(compareFile);
  withJson(withCompareOptions(compare));
  compare.addHelpText(
    'after',
    '\nCompares with the service of CARRYOVER_API_URL and CARRYOVER_API_KEY, or with one of its own that has examples.',
  );
  return withExamples(
    compare,
    ['compare production.recording.json', 'With a service of its own.'],
    ['compare production.recording.json --json', 'For scripts; the exit code says the result.'],
  );
};

const compareFile = async (path: string, options: Options): Promise<void> => {
  const recording = readRecordingFile(path);
  const { CARRYOVER_API_URL: apiUrl, CARRYOVER_API_KEY: apiKey } = process.env;
  const compared =
    apiUrl === undefined
      ? await withOwnService(async (asked, service) => {
          await fillWithExamples(service);
          return compareWith(recording, asked, customDataName);
        })
      : await compareWith(recording, await givenService(apiUrl, apiKey), options.customData);
  printComparison(compared, options.json);
};

const givenService = async (apiUrl: string, apiKey: string | undefined): Promise<AskedService> => {
  if (apiKey === undefined) throw new CommandError('CARRYOVER_API_URL is set, CARRYOVER_API_KEY is not.', 2);
  const url = apiUrl.replace(/\/+$/, '');
  return { apiUrl: url, apiKey, document: await documentOf(url) };
};

const compareWith = async (
  recording: FidelityRecording,
  { apiUrl: baseUrl, apiKey, document }: AskedService,
  customData: string | undefined,
): Promise<Comparison> => {
  const stopping = new AbortController();
  void stopSignal().then(() => stopping.abort(new CommandError('Cancelled.')));
  const { ask, close } = createHttpAsk({ baseUrl, apiKey, perSecond, timeoutMs });
  try {
    const local = await observe({ ask, document, signal: stopping.signal, customData });
    return compareRecording(recording, local, document);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    throw new CommandError(`The local service at ${baseUrl} was not asked: ${error.message}.`, 1, {
      cause: error,
    });
  } finally {
    await close();
  }
};
