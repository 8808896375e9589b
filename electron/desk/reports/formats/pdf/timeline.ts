import type { ReportBlock } from '#contract/report.ts';
import { escaped } from '#desk/reports/formats/html-escape.ts';
import { timelinePictures } from '#desk/reports/formats/timeline-svg.ts';
import type { Say } from '#desk/reports/language/translate.ts';
import type { SetBlock } from './set-document.ts';
import { codePoints, setWords } from './words.ts';

/** The timeline as pictures, whose letters are those of the first font. */
export const timelinePicture = (block: Extract<ReportBlock, { block: 'timeline' }>, say: Say): SetBlock[] =>
  timelinePictures(block, say, pictureWords).map(({ caption, label, size, shapes }) => ({
    block: 'picture',
    caption: setWords(caption),
    alt: setWords(`${label}. ${say('The table below says the same in words.')}`),
    svg: `<svg xmlns="http://www.w3.org/2000/svg" ${size}><style>${styles}</style>${shapes}</svg>`,
  }));

/** A picture takes letters that its font lacks from any font of the machine: those are set as their code points. */
const pictureWords = (text: string): string => escaped(text.replace(unsure, codePoints));
const unsure =
  /[^\n -~\u00a0-\u017f\u0391-\u03a1\u03a3-\u03c9\u0400-\u045f\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026]/gu;

/** What `.timeline` has in the style sheet of HTML, with colours that a picture of its own knows. */
const styles = `
text { font-family: "Noto Sans"; font-size: 11px; fill: #14161b; }
.tick, .name { fill: #626873; }
.label { paint-order: stroke; stroke: #fff; stroke-width: 3px; }
.count { fill: #fff; }
.grid { stroke: #eceef2; }
.lane { stroke: #e3e5ea; }
.now { stroke: #3f51d6; stroke-dasharray: 2 2; }
.plain { fill: #6b7384; }
.ok { fill: #2b9459; }
.warn { fill: #b8740a; }
.bad { fill: #d6453a; }
.planned, .paused { fill: #fff; fill-opacity: 0.7; }
`;
