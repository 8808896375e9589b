import { hash } from 'node:crypto';
import { formatNumber } from '#contract/format.ts';
import type { ReportDocument, ReportSection } from '#contract/report.ts';
import { holdText, leftOutText, timesText } from '#desk/reports/arrange.ts';
import type { Charts } from '#desk/reports/charts/index.ts';
import { formatZoned } from '#desk/reports/format.ts';
import { english, type Say, type Translator } from '#desk/reports/language/translate.ts';
import type { TextWriter } from '#desk/reports/reports.ts';
import { chapters, isWide } from './chapters.ts';
import { blockHtml } from './html-blocks.ts';
import { escaped } from './html-escape.ts';
import { styleSheet } from './html-style.ts';

/**
 * One file that stands for itself: no script, no picture, nothing loaded, and a policy that holds a browser to that.
 * It reads well on a screen and on paper.
 */
export const html: TextWriter = {
  extension: 'html',
  mediaType: 'text/html; charset=utf-8',
  write(document, { charts = new Map(), translator = english } = {}) {
    const { language, say } = translator;
    const style = styleSheet(document.point, say);
    const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'`;
    return [
      '<!DOCTYPE html>',
      `<html lang="${language}">`,
      '<head>',
      '<meta charset="utf-8">',
      `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      '<meta name="referrer" content="no-referrer">',
      '<meta name="color-scheme" content="light">',
      `<title>${escaped(document.title)}</title>`,
      `<style>${style}</style>`,
      '</head>',
      '<body>',
      head(document, say),
      contents(document.sections, say),
      '<main>',
      ...chapters(document.sections).map((chapter) => chapterHtml(chapter, charts, say)),
      '</main>',
      foot(document, translator),
      '</body>',
      '</html>',
      '',
    ].join('\n');
  },
};

const head = (document: ReportDocument, say: Say): string => {
  const { title, case: of, point, summary } = document;
  const notes = [holdText(document), leftOutText(document)];
  return [
    '<header>',
    `<p class="kicker">${say('Carryover report')}</p>`,
    `<h1>${escaped(title)}</h1>`,
    '<dl class="head">',
    term(say('Integrator'), escaped(of.integrator)),
    term(say('Case'), escaped(of.name)),
    term(say('As of'), instant(point.at)),
    term(say('Audit chain'), say(`entry ${formatNumber(point.seq)}`)),
    '</dl>',
    `<p class="summary${summary.tone === undefined ? '' : ` ${summary.tone}`}">${escaped(summary.text)}</p>`,
    ...notes.flatMap((words) =>
      words === undefined ? [] : [`<p class="note warn">${escaped(say(words))}</p>`],
    ),
    '</header>',
  ].join('\n');
};

const term = (name: string, value: string): string => `<div><dt>${name}</dt><dd>${value}</dd></div>`;

const instant = (iso: string): string =>
  `<time datetime="${escaped(iso)}">${escaped(formatZoned(iso))}</time>`;

const contents = (sections: readonly ReportSection[], say: Say): string =>
  [
    `<nav aria-label="${say('Contents')}">`,
    '<ol>',
    ...sections
      .filter(({ level }) => level === 2)
      .map(({ id, title }) => `<li><a href="#${escaped(id)}">${escaped(title)}</a></li>`),
    '</ol>',
    '</nav>',
  ].join('\n');

const chapterHtml = (sections: readonly ReportSection[], charts: Charts, say: Say): string => {
  return [
    `<section${isWide(sections) ? ' class="wide"' : ''}>`,
    ...sections.flatMap(({ id, level, title, blocks }) => [
      `<h${level} id="${escaped(id)}">${escaped(title)}</h${level}>`,
      ...blocks.map((block) => blockHtml(block, charts, say)),
    ]),
    '</section>',
  ].join('\n');
};

/** On the last page, whichever way that lies. */
const foot = (document: ReportDocument, { say, note }: Translator): string => {
  const {
    case: { id },
    point,
    product,
    sections,
  } = document;
  const said = [
    timesText(document),
    `Made by ${product} from the audit chain of the case, up to entry ${formatNumber(point.seq)}.`,
    'The same entry and options always give the same report, byte for byte.',
    'Verify the audit chain of this report with:',
  ].map(say);
  const about = note();
  return [
    `<footer class="end${isWide(chapters(sections).at(-1) ?? []) ? ' wide' : ''}">`,
    ...(about === undefined ? [] : [`<p>${escaped(about)}</p>`]),
    `<p>${said.map(escaped).join(' ')}</p>`,
    `<p class="command">carryover verify ${escaped(id)} --expect ${escaped(point.digest)}</p>`,
    '</footer>',
  ].join('\n');
};
