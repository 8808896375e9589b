import { formatNumber } from '#contract/format.ts';
import type { Paper, ReportDocument, ReportSection } from '#contract/report.ts';
import { holdText, leftOutText, timesText } from '#desk/reports/arrange.ts';
import { formatZoned } from '#desk/reports/format.ts';
import { chapters, isWide } from '#desk/reports/formats/chapters.ts';
import { english, type Say, type Translator } from '#desk/reports/language/translate.ts';
import type { DrawnOptions } from '#desk/reports/reports.ts';
import type { AttachedFiles } from './attached.ts';
import { type SetContext, setBlock } from './blocks.ts';
import { type Lead, leadOf } from './lead.ts';
import type { SetDocument, SetLeaf } from './set-document.ts';
import { signOffOf } from './sign-off.ts';
import { cut, setTitle, setWords } from './words.ts';

/** A document as pages will have it. What it says comes from the document alone, and so does its date. */
export const layOut = (
  document: ReportDocument,
  paper: Paper,
  attached: AttachedFiles,
  { charts = new Map(), translator = english }: Pick<DrawnOptions, 'charts' | 'translator'> = {},
): SetDocument => {
  const { language, say } = translator;
  const { title, product, case: of, point, summary, sections } = document;
  const names: SetContext = {
    csv: attached.csv?.name,
    json: attached.json.name,
    table: document.table,
    charts,
    say,
  };
  const lead = leadOf(document, say);
  const notes = [holdText(document), leftOutText(document)];
  return {
    language,
    words: frameWords(say),
    paper: paper === 'letter' ? 'us-letter' : 'a4',
    title: setTitle(title),
    product,
    date: dateOf(new Date(point.at).toISOString()),
    head: [
      { name: say('Integrator'), text: setWords(of.integrator), kind: 'text' },
      { name: say('Case'), text: setWords(of.name), kind: 'text' },
      { name: say('As of'), text: formatZoned(point.at), kind: 'text' },
      { name: say('Audit chain'), text: say(`entry ${formatNumber(point.seq)}`), kind: 'text' },
    ],
    running: {
      case: setWords(cut(of.name, 80)),
      point: say(`Audit chain entry ${formatNumber(point.seq)} · ${point.digest.slice(0, 16)}…`),
    },
    summary: { ...summary, text: setWords(summary.text) },
    notes: notes.flatMap((words) => (words === undefined ? [] : [setWords(say(words))])),
    lead: lead.blocks.flatMap((block) => setBlock(block, names)),
    leaves: leavesOf(sections, lead, names),
    signOff: signOffOf(document, attached.json, say),
    closing: {
      text: closingText(document, attached, translator),
      command: `carryover verify ${of.id} --expect ${setWords(point.digest)}`,
    },
  };
};

/** Comes last: what is said of the language depends on all that was said. */
const closingText = (
  document: ReportDocument,
  attached: AttachedFiles,
  { say, note }: Translator,
): string => {
  const said = [
    timesText(document),
    `Made by ${document.product} from the audit chain of the case, up to entry ${formatNumber(document.point.seq)}.`,
    'The same entry and options always give the same file, byte for byte.',
    attachedText(attached),
  ].map(say);
  const last = say('Verify the audit chain of this report with:');
  const about = note();
  return [...said, ...(about === undefined ? [] : [about]), last].join(' ');
};

const frameWords = (say: Say): SetDocument['words'] => ({
  report: say('Carryover report'),
  contents: say('Contents'),
  page: say('Page'),
  of: say('of'),
  signOff: say('Sign-off'),
  name: say('Name'),
  role: say('Role'),
  date: say('Date'),
  signature: say('Signature'),
  unset: say(
    'Characters without a glyph in the fonts of this PDF are printed as code points: CODES. The attached files have them as they are.',
  ),
});

const attachedText = ({ csv, json }: AttachedFiles): string =>
  csv === undefined ? `${json.name} is attached.` : `${csv.name} and ${json.name} are attached.`;

/** Chapters one after the other, as long as they lie the same way. */
const leavesOf = (sections: readonly ReportSection[], { said }: Lead, names: SetContext): SetLeaf[] => {
  const leaves: { wide: boolean; sections: ReportSection[] }[] = [];
  for (const chapter of chapters(sections)) {
    const left = chapter
      .map((section) => ({ ...section, blocks: section.blocks.filter((block) => !said.has(block)) }))
      .filter(({ blocks, level }) => blocks.length > 0 || (level === 2 && chapter.length > 1));
    const wide = isWide(left);
    const last = leaves.at(-1);
    if (left.length === 0) continue;
    if (last?.wide === wide) last.sections.push(...left);
    else leaves.push({ wide, sections: left });
  }
  return leaves.map(({ wide, sections: some }) => ({
    wide,
    sections: some.map(({ level, title, blocks }) => ({
      level,
      title: setTitle(title),
      blocks: blocks.flatMap((block) => setBlock(block, names)),
    })),
  }));
};

const dateOf = (iso: string): SetDocument['date'] => {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = iso
    .slice(0, 19)
    .split(/[-T:]/)
    .map(Number);
  return { year, month, day, hour, minute, second };
};
