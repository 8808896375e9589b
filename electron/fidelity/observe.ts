import type { Probe, RecordedCall } from '#contract/fidelity.ts';
import type { Answer, AnswerBody, Ask, NoAnswer, Question } from './ask.ts';
import { bodyShapeOf, TooVaried } from './body-shape.ts';
import { type ApiDocument, isPaged } from './document.ts';
import { headerShapesOf } from './header-shapes.ts';
import {
  createPlaceholders,
  fixedValues,
  idSources,
  isPlainId,
  isRow,
  namedParameter,
  parametersOf,
  type Row,
  unknownId,
  unknownValues,
} from './ids.ts';
import { nameOf, readOperations } from './operations.ts';
import { vocabularyOf } from './vocabulary.ts';

export interface ObserveOptions {
  readonly ask: Ask;
  /** The description of the public API, by which words are known. */
  readonly document: ApiDocument;
  readonly signal: AbortSignal;
  /** A custom data type that exists; no list tells. */
  readonly customData?: string | undefined;
  readonly progress?: (calls: number, operation: string) => void;
}

/** The first call had no answer: nothing can be recorded. */
export class Unreachable extends Error {}

/** Ids for the parameters of a path. */
type Binding = Readonly<Record<string, string>>;

/** Rows of each list that are looked at, and ids that an operation is called with. */
const mostRows = 3;
const mostBindings = 2;
/** So many calls in turn without an answer, and no more are made. */
const patience = 3;

/**
 * Calls every operation that reads, in each way that shows something, and keeps what the answers are: no value of them.
 * Ids come from the lists.
 * @throws Unreachable; the signal's reason
 */
export const observe = async (options: ObserveOptions): Promise<RecordedCall[]> => {
  const { document } = options;
  const caller = createCaller(options);
  const bindingsOf = createBindings(caller.rowsOf, options.customData);
  for (const operation of readOperations) {
    const { path } = operation;
    const name = nameOf(operation);
    const { bindings, missing } = await bindingsOf(path);
    for (const binding of bindings) await caller.call(name, 'found', path, binding);
    if (missing !== undefined)
      caller.note({ operation: name, probe: 'found', unread: 'noId', detail: missing });
    const [first] = bindings;
    for (const variant of variantsOf(path, isPaged(document, path), first)) {
      if (variant.binding !== undefined) {
        await caller.call(name, variant.probe, path, variant.binding, variant.query, variant.withKey);
      } else {
        const detail = missing === undefined ? {} : { detail: missing };
        caller.note({ operation: name, probe: variant.probe, unread: 'noId', ...detail });
      }
    }
  }
  return caller.calls;
};

interface Variant {
  readonly probe: Probe;
  /** Undefined if there are no ids to call it with. */
  readonly binding: Binding | undefined;
  readonly query?: Readonly<Record<string, string>>;
  readonly withKey?: false;
}

/** Besides what is there: what is not, what is wrong, who may not, and a list in other ways. */
const variantsOf = (path: string, paged: boolean, found: Binding | undefined): Variant[] => {
  const parameters = parametersOf(path);
  const last = parameters.at(-1);
  const nobodys = Object.fromEntries(parameters.map((name) => [name, unknownOf(name)]));
  const variants: Variant[] = [{ probe: 'noKey', binding: nobodys, withKey: false }];
  if (last !== undefined) variants.push({ probe: 'unknownId', binding: nobodys });
  // Behind ids that are there, another check answers.
  if (last !== undefined && parameters.length > 1) {
    variants.push({ probe: 'unknownPart', binding: found && { ...found, [last]: unknownOf(last) } });
  }
  if (!paged) return variants;
  const field = Object.values(idSources).find(({ list }) => list === path)?.field ?? 'id';
  const asked: readonly (readonly [Probe, Readonly<Record<string, string>>])[] = [
    ['onePerPage', { pageSize: '1' }],
    ['secondPage', { page: '2', pageSize: '1' }],
    ['pageZero', { page: '0' }],
    ['pageTooLarge', { pageSize: '5001' }],
    ['ordered', { orderBy: `-${field}` }],
    ['unknownOrder', { orderBy: 'noSuchField' }],
    ['query', { query: `${field}=${unknownId}` }],
    ['brokenQuery', { query: `${field}` }],
  ];
  return [...variants, ...asked.map(([probe, query]) => ({ probe, query, binding: found }))];
};

const unknownOf = (parameter: string): string => unknownValues[parameter] ?? unknownId;

const createCaller = ({ ask, document, signal, progress = () => {} }: ObserveOptions) => {
  const vocabulary = vocabularyOf(document);
  const placeholders = createPlaceholders();
  const calls: RecordedCall[] = [];
  /** By the path that was called. */
  const rows = new Map<string, readonly Row[]>();
  const done = new Set<string>();
  let unansweredInTurn = 0;

  const gaveUp: NoAnswer = { unread: 'gaveUp', problem: '' };
  const send = async (question: Question, operation: string): Promise<Answer | NoAnswer> => {
    signal.throwIfAborted();
    if (unansweredInTurn >= patience) return gaveUp;
    progress(calls.length, operation);
    const answer = await ask(question, signal);
    unansweredInTurn = 'unread' in answer && answer.unread !== 'serverError' ? unansweredInTurn + 1 : 0;
    const problem = calls.length === 0 ? problemOf(answer) : undefined;
    if (problem !== undefined) throw new Unreachable(problem);
    return answer;
  };

  /** Rows of a list, with their ids known from now on. */
  const learn = (template: string, path: string, { body }: Answer): void => {
    const found = rowsIn(body);
    rows.set(path, found);
    const ofList = Object.entries(idSources).filter(([, { list }]) => list === template);
    for (const [parameter, { field }] of ofList) {
      for (const { [field]: id } of found) if (isPlainId(id)) placeholders.add(parameter, id);
    }
  };

  const call = async (
    operation: string,
    probe: Probe,
    template: string,
    binding: Binding,
    query?: Readonly<Record<string, string>>,
    withKey = true,
  ): Promise<void> => {
    const path = pathOf(template, (name) => binding[name] as string);
    if (probe === 'found' && done.has(path)) return;
    const answer = await send({ path, withKey, ...(query === undefined ? {} : { query }) }, operation);
    if (probe === 'found') done.add(path);
    if ('status' in answer && probe === 'found') learn(template, path, answer);
    const known = pathOf(template, (name) => placeholders.of(binding[name] as string) ?? `{${name}}`);
    calls.push({ operation, probe, path: known, ...shapeOf(answer) });
  };

  const shapeOf = (answer: Answer | NoAnswer): Partial<RecordedCall> => {
    if ('unread' in answer) {
      const { unread, detail } = answer;
      return { unread, ...(detail === undefined ? {} : { detail }) };
    }
    try {
      const body = bodyShapeOf(answer.body, vocabulary, placeholders.of);
      return { status: answer.status, headers: headerShapesOf(answer.headers), body };
    } catch (error) {
      if (error instanceof TooVaried) return { unread: 'tooLarge' };
      throw error;
    }
  };

  return {
    calls,
    call,
    note: (recorded: RecordedCall) => void calls.push(recorded),
    async rowsOf(template: string, binding: Binding): Promise<readonly Row[]> {
      const path = pathOf(template, (name) => binding[name] as string);
      await call(`GET ${template}`, 'found', template, binding);
      return rows.get(path) ?? [];
    },
  };
};

/** Why it makes no sense to go on after the first answer, as the end of a sentence. */
const problemOf = (answer: Answer | NoAnswer): string | undefined => {
  if ('unread' in answer) return answer.problem;
  const { status, body } = answer;
  if (status === 401 || status === 403) return `it refused the API key (${status})`;
  if (status >= 300 && status < 400)
    return `it redirects (${status}), which is not followed. Use the final base URL`;
  if (status === 404) return 'it has no companies there (404). Check the base URL';
  return body.kind === 'json' ? undefined : 'the response is not JSON. Check the base URL';
};

const rowsIn = (body: AnswerBody): Row[] => {
  const value = body.kind === 'json' ? body.value : undefined;
  const listed = isRow(value) ? value.results : value;
  return Array.isArray(listed) ? listed.filter(isRow) : [];
};

const pathOf = (template: string, value: (name: string) => string): string =>
  template.replace(/\{([^}]+)\}/g, (_, name: string) => value(name));

/** Ids for a path, by the lists; and the first parameter that there are none for. */
const createBindings =
  (rowsOf: (template: string, binding: Binding) => Promise<readonly Row[]>, customData: string | undefined) =>
  async (path: string): Promise<{ bindings: Binding[]; missing?: string }> => {
    const valuesOf = async (parameter: string, binding: Binding): Promise<readonly string[]> => {
      if (parameter === namedParameter) return customData === undefined ? [] : [customData];
      const source = idSources[parameter];
      if (source === undefined) return fixedValues[parameter] ?? [];
      const { list, field, isBetter = () => false } = source;
      const rows = await rowsOf(list, binding);
      const better = [...rows].sort((one, other) => Number(isBetter(other)) - Number(isBetter(one)));
      return better
        .map(({ [field]: id }) => id)
        .filter(isPlainId)
        .slice(0, mostRows);
    };
    let bindings: Binding[] = [{}];
    for (const parameter of parametersOf(path)) {
      const longer: Binding[] = [];
      for (const binding of bindings.slice(0, mostRows)) {
        for (const value of await valuesOf(parameter, binding))
          longer.push({ ...binding, [parameter]: value });
      }
      if (longer.length === 0) return { bindings: [], missing: parameter };
      bindings = longer;
    }
    return { bindings: bindings.slice(0, mostBindings) };
  };
