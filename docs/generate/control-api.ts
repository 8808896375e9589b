import { silentLog } from '#base/log.ts';
import { onLoopback, openKit } from '#kit/index.ts';
import { jsonText } from './event-schema-files.ts';
import { code, pageOf, plain, table } from './markdown.ts';
import { type ApiDocument, type Operation, operationsIn } from './public-api.ts';

const introduction = `What \`carryover/testing\` does, for any language: the test kit's JavaScript is a client of this API and uses nothing else. Its OpenAPI document is [control-api.json](control-api.json), in the package too, and \`/openapi.json\` of a service that runs.

\`exec\` and \`serve\` give the address in \`CARRYOVER_CONTROL_URL\`, which ends in \`/control/v1\`, and the token in \`CARRYOVER_CONTROL_TOKEN\`: send it as \`Authorization: Bearer\`. Only \`GET /openapi.json\` and \`GET /alive\` need none. Errors have the fields of [Errors](errors.md). [Test kit](../guides/test-kit.md) has examples.`;

const rowOf = ({ method, path, summary }: Operation): string[] => [code(`${method} ${path}`), plain(summary)];

const sectionOf = ([group, operations]: [string, Operation[]]): string =>
  `## ${group[0]?.toUpperCase()}${group.slice(1)}\n\n${table(['operation', 'what it does'], operations.map(rowOf))}`;

/** The document as a running kit gives it. */
const document = async (): Promise<ApiDocument> => {
  const kit = await openKit({
    ...onLoopback,
    clock: 'virtual',
    seed: 1,
    allowPrivate: false,
    log: silentLog(),
  });
  try {
    const response = await fetch(`${kit.controlUrl}/openapi.json`);
    return (await response.json()) as ApiDocument;
  } finally {
    await kit.stop(0);
  }
};

/** The control API as a document for tools and as a page for people. */
export const controlApiFiles = async (): Promise<Readonly<Record<string, string>>> => {
  const found = await document();
  const groups = [...Map.groupBy(operationsIn(found), ({ group }) => group)];
  return {
    'docs/reference/control-api.json': jsonText(found),
    'docs/reference/control-api.md': pageOf('Control API', introduction, ...groups.map(sectionOf)),
  };
};
