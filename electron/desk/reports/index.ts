import { packageVersion } from '#base/package-root.ts';
import type { Signer } from '#base/signing.ts';
import type { CaseEntry } from '#contract/case.ts';
import { isForPeople, type ReportDocument, type ReportKind } from '#contract/report.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { readResults } from '#desk/cases/run-results.ts';
import { asItIs, checkedZone, forPeople, leaveOut } from './arrange.ts';
import { bundleOf } from './bundle/index.ts';
import { bundledKinds } from './bundle/kinds.ts';
import { chartsOf } from './charts/index.ts';
import { formats } from './formats/index.ts';
import { kinds } from './kinds/index.ts';
import { mapping } from './mapping/mapping.ts';
import { mappingFiles } from './mapping/mapping-files.ts';
import type { ReportSource, Reports, ReportWriter } from './reports.ts';

interface Modules {
  readonly cases: Pick<Cases, 'stateAt' | 'entries' | 'attachment' | 'chain'>;
  /** Signs bundles. */
  readonly signer: Signer;
  /** The legal hold of a case; left out: there is none of any case. */
  readonly holdOf?: (caseId: string) => ReportDocument['hold'];
}

/**
 * Reports of cases: what a case has at a point of its chain → a document that knows no format → a file. Neither the
 * present time nor anything else of this machine comes in, but for the legal hold of the case.
 */
export const createReports = ({ cases, signer, holdOf = () => undefined }: Modules): Reports => {
  const product = `Carryover ${packageVersion()}`;

  const sourceOf = async (caseId: string, at: number | undefined): Promise<ReportSource> => {
    const state = await cases.stateAt(caseId, at);
    const entries: CaseEntry[] = await cases.entries(caseId, 0, state.revision);
    return { state, entries, results: await readResults(cases, state), hold: holdOf(state.id) };
  };

  return {
    async render(caseId, { kind, format, at, without, paper, zone, language, signal }) {
      const view = { zone: checkedZone(zone), language };
      const source = await sourceOf(caseId, at);
      const plain = leaveOut(documentOf(source, kind, product), without);
      const { document, translator } = isForPeople(format) ? forPeople(plain, view) : asItIs(plain);
      const { extension, mediaType, write }: ReportWriter = formats[format];
      const charts = await chartsOf(document, format);
      const content = await write(document, { paper, charts, translator, source: plain, signal });
      const { seq, digest } = document.point;
      const name = `${fileName(source.state.name)}-${kind}-${seq}.${extension}`;
      return { name, mediaType, content, seq, digest };
    },
    async mapping(caseId, { format, at }) {
      const document = mapping(await sourceOf(caseId, at), product);
      const { mediaType, write } = mappingFiles[format];
      const { seq, digest } = document.point;
      const name = `${fileName(document.case.name)}-mapping-${seq}.${format}`;
      return { name, mediaType, content: write(document), seq, digest };
    },
    async bundle(caseId, at) {
      const source = await sourceOf(caseId, at);
      const kindsOnRecord = bundledKinds(source.state);
      const documents = new Map(kindsOnRecord.map((kind) => [kind, documentOf(source, kind, product)]));
      const head = { product, ...headOf(source) };
      const { seq, digest } = head.point;
      const chain = await cases.chain(caseId, seq);
      const mapped = kindsOnRecord.includes('tokens') ? mapping(source, product) : undefined;
      const content = await bundleOf({ head, documents, chain, mapping: mapped }, signer);
      const name = `${fileName(source.state.name)}-bundle-${seq}.zip`;
      return { name, mediaType: 'application/zip', content, seq, digest };
    },
  };
};

const documentOf = (source: ReportSource, kind: ReportKind, product: string): ReportDocument => {
  const { title, summary, sections, table } = kinds[kind](source);
  const { case: of, point } = headOf(source);
  return {
    format: 'carryover-report',
    version: 1,
    kind,
    title,
    case: of,
    point,
    product,
    ...(source.hold === undefined ? {} : { hold: source.hold }),
    summary,
    sections,
    table,
  };
};

/** What every report of a case at a point says of the two. */
const headOf = ({ state }: ReportSource): Pick<ReportDocument, 'case' | 'point'> => {
  const { id, name, integrator, revision: seq, updated: at, digest } = state;
  return { case: { id, name, integrator }, point: { seq, at, digest } };
};

/** Of a case's name what is safe in a file name everywhere. */
const fileName = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '') || 'case';
