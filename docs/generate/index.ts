import { asyncApiDocument } from './asyncapi.ts';
import { commandsPage, kitCommandsPage } from './commands.ts';
import { controlApiFiles } from './control-api.ts';
import { errorsPage } from './errors.ts';
import { eventSchemaFiles } from './event-schema-files.ts';
import { eventTypesFile } from './event-types.ts';
import { eventsPage } from './events.ts';
import { fidelityPage } from './fidelity.ts';
import { glossaryPage } from './glossary.ts';
import { requestFiles } from './request-files.ts';
import { schemasPage } from './schemas.ts';
import { signatureVectorsFile } from './signature-vectors.ts';

/** Pages and files that follow from the code, by their path in the repository. */
export const generatedPages = async (): Promise<Readonly<Record<string, string>>> => ({
  'docs/reference/asyncapi.json': asyncApiDocument(),
  ...(await requestFiles()),
  'docs/reference/commands.md': await commandsPage(),
  ...(await controlApiFiles()),
  'docs/reference/errors.md': errorsPage(),
  'docs/reference/events.md': eventsPage(),
  ...eventSchemaFiles(),
  'docs/reference/fidelity.md': fidelityPage(),
  'docs/reference/glossary.md': glossaryPage(),
  'docs/reference/kit-commands.md': await kitCommandsPage(),
  'docs/reference/schemas.md': schemasPage(),
  'docs/reference/signature-vectors.json': signatureVectorsFile(),
  'electron/events/event-types.ts': eventTypesFile(),
});
