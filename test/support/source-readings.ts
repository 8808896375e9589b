import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { placeOf } from '#desk/eligibility/source/recognizers/place.ts';
import { type Region, regionsOf } from '#desk/eligibility/source/regions/regions.ts';
import { loadGrammars } from '#desk/eligibility/source/syntax/grammar-files.ts';
import { hole, type Model, type Node } from '#desk/eligibility/source/syntax/model.ts';
import { readModels } from '#desk/eligibility/source/syntax/read.ts';
import { type Folding, foldingOf } from '#desk/eligibility/source/values/fold.ts';
import { namesOf } from '#desk/eligibility/source/values/names.ts';
import { mustKeepGrammars } from './source-record.ts';

const folder = fileURLToPath(new URL('../fixtures/source-readings/', import.meta.url));
const recordOf = (name: string): string => join(folder, 'recorded', `${name}.txt`);

/** Files in many languages and formats, of constructs that are read each in its own way. */
export const readingSources: readonly string[] = readdirSync(join(folder, 'sources')).sort();

/**
 * How a file is read, as text: its models, node by node with the offsets and with the texts that each can have, then the
 * regions inside of it.
 */
export const readingOf = (name: string): Promise<string> =>
  readingOfText(name, readFileSync(join(folder, 'sources', name), 'utf8'));

export const readingOfText = async (name: string, text: string): Promise<string> => {
  await loadGrammars();
  const [file, ...others] = regionsOf(name, text) as [Region, ...Region[]];
  const models = readModels(name, file.text, file.language);
  mustKeepGrammars(name);
  return [...models.flatMap(shownModel), ...others.map((region) => shownRegion(region, text)), ''].join('\n');
};

const shownModel = (model: Model): string[] => {
  const folding = foldingOf(model, namesOf(model), undefined);
  return [
    `${model.language}, ${model.source}`,
    ...shownNode(model.root, '', '', folding),
    ...[...model.text.matchAll(wordsOfInterest)].map(({ index, 0: word }) => shownPlace(model, index, word)),
  ];
};

const wordsOfInterest = /[\w$@]*(?:rule|alert)\w*/gi;

/** What a word does where it stands. */
const shownPlace = (model: Model, at: number, word: string): string => {
  const { role, holder, isWritten, argument, definition, pair, call } = placeOf(
    model,
    at,
    (value) => value.trim() === word,
  );
  const more = { isWritten, definition, pair, call };
  return [
    `place ${at} ${word}: ${role}`,
    ...holder,
    ...(argument === undefined ? [] : [`argument ${argument}`]),
    ...Object.entries(more).flatMap(([name, one]) => (one === undefined || one === false ? [] : [name])),
  ].join(' ');
};

const widest = 150;

/** A node with those inside of it, on one line if they fit. */
const shownNode = (node: Node, label: string, indent: string, folding: Folding): string[] => {
  const head = `${label}${headOf(node)}${valuesOf(node, folding)}`;
  const lines = childrenOf(node).flatMap(([name, child]) => shownNode(child, name, `${indent}  `, folding));
  const line = `${indent}${head}${lines.length === 0 ? '' : ` (${lines.map((one) => one.trim()).join('; ')})`}`;
  return line.length <= widest ? [line] : [`${indent}${head}`, ...lines];
};

const headOf = (node: Node): string => {
  const { kind, from, to, line, parent, ...others } = node;
  const said = Object.entries(others)
    .filter(([, value]) => !isNode(value) && !(Array.isArray(value) && value.some(isNode)))
    .filter(
      ([key, value]) =>
        value !== undefined && !(Array.isArray(value) && value.length === 0) && key !== 'parts',
    )
    .map(([key, value]) => ` ${key}=${JSON.stringify(value).replaceAll(hole, '◌')}`);
  return `${kind} ${from}-${to}${said.join('')}`;
};
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'kind' in value;

const childrenOf = (node: Node): [string, Node][] =>
  Object.entries(node)
    .filter(([key]) => key !== 'parent')
    .flatMap(([key, value]) =>
      (Array.isArray(value) ? value : [value])
        .filter(isNode)
        .map((child): [string, Node] => [key === 'parts' || key === 'children' ? '' : `${key}: `, child]),
    );

/** Of a text that is written there, nothing is to be said. */
const valuesOf = (node: Node, folding: Folding): string => {
  if (node.kind === 'text' && !node.value.includes(hole)) return '';
  const values = folding.valuesOf(node).filter((value) => value !== hole);
  return values.map((value) => ` → ${JSON.stringify(value).replaceAll(hole, '◌')}`).join('');
};

const shownRegion = (
  { language, text, from, to, depth, key, offsetOf, covers }: Region,
  file: string,
): string => {
  const starts = [...text.matchAll(/^/gm)].map(({ index }) => offsetOf(index));
  const edges = Array.from(file)
    .map((_, at) => at)
    .filter((at) => covers(at) !== covers(at - 1));
  return `region ${language} ${from}-${to} depth=${depth} key=${key ?? ''} lines=${starts.join()} covers=${edges.join()}\n  ${JSON.stringify(text)}`;
};

/** The reading that is on record. */
export const recordedReading = (name: string): string =>
  existsSync(recordOf(name)) ? readFileSync(recordOf(name), 'utf8') : '';

/** Puts on record how a file is read now. */
export const recordReading = async (name: string): Promise<void> => {
  mkdirSync(join(folder, 'recorded'), { recursive: true });
  writeFileSync(recordOf(name), await readingOf(name));
};
