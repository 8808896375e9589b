import { onTestFinished } from 'vitest';
import type { RecordedCall } from '#contract/fidelity.ts';
import type { ApiDocument } from '#fidelity/document.ts';
import { createHttpAsk } from '#fidelity/http-ask.ts';
import { observe } from '#fidelity/observe.ts';
import { customDataName, fillWithExamples } from '#kit-cli/example-data.ts';
import { connect } from '#testing/service.ts';
import { startTestKit } from './test-kit.ts';

export interface Observed {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly document: ApiDocument;
}

/** A service with examples of everything that can be read. */
export const exampleService = async (seed = 1): Promise<Observed> => {
  const { kit } = await startTestKit({ seed });
  await fillWithExamples(await connect(kit));
  return { ...kit, document: await documentOf(kit.apiUrl) };
};

export const documentOf = async (apiUrl: string): Promise<ApiDocument> =>
  (await (await fetch(`${apiUrl}/openapi.json`)).json()) as ApiDocument;

export interface Asked {
  readonly apiUrl: string;
  readonly apiKey: string;
}

/** As fast as it answers. */
export const observeService = (
  { apiUrl, apiKey }: Asked,
  document: ApiDocument,
  options: { readonly customData?: string | undefined; readonly timeoutMs?: number } = {},
): Promise<RecordedCall[]> => {
  const { ask, close } = createHttpAsk({
    baseUrl: apiUrl,
    apiKey,
    perSecond: 10_000,
    timeoutMs: options.timeoutMs ?? 10_000,
  });
  onTestFinished(close);
  const customData = 'customData' in options ? options.customData : customDataName;
  return observe({ ask, document, signal: new AbortController().signal, customData });
};
