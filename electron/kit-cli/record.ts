import { Command, Option } from 'commander';
import { checkBaseUrl } from '#base/outgoing/base-url.ts';
import { oneLine } from '#base/terminal-text.ts';
import { CommandError } from '#cli/command-error.ts';
import { integer, withExamples, withJson } from '#cli/options.ts';
import { remark } from '#cli/output.ts';
import { type RecordOptions, recordingPath, withRecordOptions, writeRecording } from '#cli/recordings.ts';
import { keyFromStdin, secretFrom } from '#cli/secret-input.ts';
import { stopSignal } from '#cli/stop-signal.ts';
import { CatalogueError } from '#contract/errors.ts';
import { createHttpAsk } from '#fidelity/http-ask.ts';
import { observe, Unreachable } from '#fidelity/observe.ts';
import { withOwnService } from './own-service.ts';

interface Options extends RecordOptions {
  readonly url: string;
  readonly apiKeyFile?: string;
  readonly apiKeyEnv?: string;
  readonly perSecond: number;
  readonly timeoutMs: number;
}

/** `carryover record` of the test kit: read-only calls to a real target, kept without their data. */
export const recordCommand = (): Command => {
  const record = new Command('record')
    .description('Record what a target answers to read-only calls, without its data')
    .requiredOption('--target <name>', 'name of the target, for messages and the file name')
    .requiredOption('--url <url>', 'base URL; https unless it is on this machine')
    .option('--api-key-file <file>', 'file with the API key; - reads stdin')
    .addOption(
      new Option('--api-key-env <name>', 'environment variable with the API key').conflicts('apiKeyFile'),
    )
    .option('--per-second <n>', 'maximum calls per second', integer(1, 100), 5)
    .option('--timeout-ms <n>', 'deadline of a call, ms', integer(100, 120_000), 30_000)
    .action(recordTarget);
  return withExamples(
    withJson(withRecordOptions(record)),
    [
      'record --target production --url https://api.example.com --api-key-env KEY',
      'Writes production.recording.json.',
    ],
    [
      'record --target test --url https://api.example.com --api-key-file key.txt --no-host --out test.json',
      'Without the host name.',
    ],
  );
};

const recordTarget = async (options: Options): Promise<void> => {
  const path = recordingPath(options);
  const baseUrl = checkedUrl(options.url);
  const { apiKeyFile: file, apiKeyEnv: env } = options;
  const apiKey = (await secretFrom({ file, env }, 'API key')) ?? (await keyFromStdin());
  const stopping = new AbortController();
  void stopSignal().then(() => stopping.abort(new CommandError('Cancelled: nothing was recorded.')));
  // By the service's own description, words are known from data.
  const document = await withOwnService(async ({ document: own }) => own);
  const { perSecond, timeoutMs, customData } = options;
  if (!options.json) remark(`Calling ${baseUrl}, at most ${perSecond} times a second…`);
  const { ask, close } = createHttpAsk({ baseUrl, apiKey, perSecond, timeoutMs });
  try {
    const calls = await observe({ ask, document, signal: stopping.signal, customData });
    writeRecording(path, calls, options, baseUrl);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    throw new CommandError(
      `${oneLine(options.target)} at ${baseUrl} was not recorded: ${error.message}. Nothing was written.`,
      1,
      { cause: error },
    );
  } finally {
    await close();
  }
};

const checkedUrl = (url: string): string => {
  try {
    return checkBaseUrl(url);
  } catch (cause) {
    if (!(cause instanceof CatalogueError)) throw cause;
    throw new CommandError(cause.message.replaceAll('baseUrl', '--url'), 2, { cause });
  }
};
