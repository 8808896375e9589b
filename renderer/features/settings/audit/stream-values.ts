import type {
  AuditDetail,
  AuditFormat,
  AuditStream,
  AuditStreamPatch,
  AuditStreamRequest,
} from '#contract/audit.ts';
import type { Kept } from '#renderer/features/settings/targets/target-values.ts';
import type { HeaderInput } from '#renderer/ui/header-inputs.tsx';

interface StreamValues {
  readonly name: string;
  readonly url: string;
  readonly format: AuditFormat;
  readonly detail: AuditDetail;
  readonly from: AuditStream['from'];
}

/** Never kept beyond the form. */
interface StreamSecrets {
  /** undefined: unchanged on the desk. */
  readonly headers: HeaderInput[] | undefined;
  readonly ca: Kept;
}
export type StreamForm = StreamValues & StreamSecrets;

export const valuesOf = (stream: AuditStream | undefined): StreamForm => ({
  name: stream?.name ?? '',
  url: stream?.url ?? '',
  format: stream?.format ?? 'ndjson',
  detail: stream?.detail ?? 'words',
  from: stream?.from ?? 'now',
  headers: stream === undefined || stream.headers.length === 0 ? [] : undefined,
  ca: { what: 'keep' },
});

/** Rows that hold something, in the order in which they are sent. */
export const filledHeaders = (headers: readonly HeaderInput[]): readonly HeaderInput[] =>
  headers.filter(({ name, value }) => name.trim() !== '' || value !== '');

const sent = (headers: readonly HeaderInput[]) =>
  filledHeaders(headers).map(({ name, value }) => ({ name: name.trim(), value }));

export const requestOf = ({
  name,
  url,
  format,
  detail,
  from,
  headers,
  ca,
}: StreamForm): AuditStreamRequest => ({
  name: name.trim(),
  url: url.trim(),
  format,
  detail,
  from,
  headers: sent(headers ?? []),
  ...(ca.what === 'new' && ca.text.trim() !== '' ? { caPem: ca.text.trim() } : {}),
});

/** Only changed fields; undefined: none. */
export const patchOf = (
  stream: AuditStream,
  { name, url, detail, headers, ca }: StreamForm,
): AuditStreamPatch | undefined => {
  const given = headers === undefined ? undefined : sent(headers);
  const hasHeaders = given !== undefined && (given.length > 0 || stream.headers.length > 0);
  const patch: AuditStreamPatch = {
    ...(name.trim() === stream.name ? {} : { name: name.trim() }),
    ...(url.trim() === stream.url ? {} : { url: url.trim() }),
    ...(detail === stream.detail ? {} : { detail }),
    ...(hasHeaders ? { headers: given } : {}),
    ...(ca.what === 'none' ? { caPem: null } : {}),
    ...(ca.what === 'new' && ca.text.trim() !== '' ? { caPem: ca.text.trim() } : {}),
  };
  return Object.keys(patch).length === 0 ? undefined : patch;
};
