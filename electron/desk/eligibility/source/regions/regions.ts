import { languageOf } from '#desk/eligibility/source/syntax/grammars.ts';
import { dockerPart, makePart, shellParts } from './commands.ts';
import { fencedParts, luaParts, sqlParts, valueParts } from './documents.ts';
import { jsonParts } from './json.ts';
import { htmlParts, xmlParts } from './markup.ts';
import { inside, type Part, type Region } from './region.ts';
import { flavourOf, templateParts } from './templates.ts';
import { yamlParts } from './yaml.ts';

export type { Region } from './region.ts';

/** Levels of nesting that are read: a script in a workflow in a document needs two. */
const deepest = 4;
const mostRegions = 2000;
/** Text of all regions together, as a multiple of the file's. */
const mostText = 12;

const heredocs = (text: string): Part[] => shellParts(text).filter(({ key }) => key === 'heredoc');
const partsIn: Readonly<Record<string, (text: string, language: string) => Part[]>> = {
  html: htmlParts,
  vue: htmlParts,
  svelte: htmlParts,
  xml: xmlParts,
  json: jsonParts,
  jsonl: jsonParts,
  yaml: yamlParts,
  markdown: fencedParts,
  sql: sqlParts,
  makefile: (text) => makePart(text, 'make'),
  just: (text) => makePart(text, 'just'),
  dockerfile: dockerPart,
  shell: shellParts,
  powershell: shellParts,
  hcl: heredocs,
  groovy: heredocs,
  nginx: luaParts,
  conf: (text) => (/^\s*</.test(text) ? xmlParts(text) : [...luaParts(text), ...valueParts(text)]),
  ini: valueParts,
  toml: valueParts,
  properties: valueParts,
};

/** What a template is filled into, by the name without the template's suffix. */
const hostLanguage = (path: string, text: string): string => {
  const named = languageOf(
    path.replace(
      /\.(?:j2|jinja2?|liquid|hbs|handlebars|mustache|twig|njk|tmpl|tpl|gotmpl|erb|ejs|eex|vm|ftl)$/i,
      '',
    ),
  );
  if (named !== 'template' && named !== 'text' && named !== 'php') return named;
  if (/^\s*[{[]/.test(text)) return 'json';
  return /^\s*</.test(text) ? 'html' : 'text';
};

/**
 * The regions of a file, each in its language: the file itself first, then the regions in it, outer before inner.
 * Where the file is a template, the first region has blanks for the tags. Linear in the text's length; takes anything.
 * @param wanted Whether to return a region with this text, such as one with a mention; the others are not searched for
 * regions either
 */
export const regionsOf = (
  path: string,
  text: string,
  wanted: (text: string) => boolean = () => true,
): Region[] => {
  const regions = rootsOf(path, text, wanted);
  let characters = 0;
  for (let index = 0; index < regions.length && regions.length < mostRegions; index++) {
    const region = regions[index] as Region;
    if (region.depth >= deepest) continue;
    const parts = partsIn[region.language]?.(region.text, region.language) ?? [];
    for (const part of parts.filter((one) => wanted(one.text))) {
      characters += part.text.length;
      if (characters > mostText * text.length + 1000 || regions.length >= mostRegions) return regions;
      regions.push(inside(region, part));
    }
  }
  return regions;
};

/** The file itself; of a template, with what its tags hold. */
const rootsOf = (path: string, text: string, wanted: (text: string) => boolean): Region[] => {
  const whole = {
    from: 0,
    to: text.length,
    depth: 0,
    offsetOf: (at: number) => Math.min(at, text.length),
    covers: () => true,
  };
  const flavour = flavourOf(path, text);
  if (flavour === undefined || (flavour === 'php' && !text.includes('?>')))
    return [{ ...whole, language: languageOf(path, text), text }];
  const { host, parts } = templateParts(text, flavour);
  const root: Region = { ...whole, language: hostLanguage(path, host), text: host };
  return [root, ...parts.filter((part) => wanted(part.text)).map((part) => inside(root, part))];
};
