import { newSecret } from '#base/new-secret.ts';
import type { AuditStreamPatch, AuditStreamRequest } from '#contract/audit.ts';
import { invalid } from '#contract/errors.ts';
import { checkCaPem } from '#desk/targets/private-ca.ts';
import { checkDestination, checkStreamHeaders } from './destination.ts';
import type { StreamProgress, StreamSettings } from './stream.ts';

/** @throws CatalogueError `request.invalid` */
export const settingsOf = (request: AuditStreamRequest): StreamSettings => {
  const { format, headers = [], caPem, detail = 'words', from = 'now' } = request;
  checkStreamHeaders(headers);
  return {
    name: request.name.trim(),
    url: checkDestination(request.url, format),
    format,
    detail,
    from,
    headers,
    ...(caPem === undefined ? {} : { caPem: checkCaPem(caPem) }),
    paused: false,
    secrets: format === 'otlp' ? [] : [{ text: newSecret() }],
  };
};

/** @throws CatalogueError `request.invalid` */
export const patched = (before: StreamSettings, patch: AuditStreamPatch): StreamSettings => {
  const { caPem: caBefore, ...rest } = before;
  const { headers = before.headers } = patch;
  const url = patch.url === undefined ? before.url : checkDestination(patch.url, before.format);
  checkStreamHeaders(headers);
  refuseHeadersForAnother(before, url, patch);
  const caPem = patch.caPem === undefined ? caBefore : (patch.caPem ?? undefined);
  return {
    ...rest,
    name: patch.name?.trim() ?? before.name,
    url,
    detail: patch.detail ?? before.detail,
    headers,
    ...(caPem === undefined ? {} : { caPem: checkCaPem(caPem) }),
    paused: patch.paused ?? before.paused,
  };
};

/** A header's value goes to the server that it was given for, and to no other. */
const refuseHeadersForAnother = (
  { url: before, headers }: StreamSettings,
  url: string,
  patch: AuditStreamPatch,
): void => {
  if (headers.length === 0 || patch.headers !== undefined) return;
  if (new URL(before).origin === new URL(url).origin) return;
  throw invalid({
    itemId: 'headers',
    message: 'headers are required too, as the URL names another server.',
    validatorName: 'required',
  });
};

/** One that is paused rests once the entry of the journal that says so was delivered. */
export const progressWith = (
  { until, ...progress }: StreamProgress,
  wasPaused: boolean,
  { paused }: StreamSettings,
  seq: number,
): StreamProgress => {
  if (!paused) return progress;
  return { ...progress, until: wasPaused && until !== undefined ? until : seq };
};
