import fc from 'fast-check';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { expect, it } from 'vitest';
import { mostSelected, type Selection, SelectionOf } from '#contract/selection.ts';
import {
  everything,
  isSelected,
  nothing,
  rangeSelected,
  rowsBetween,
  type SelectionState,
  selectionRequest,
  setRows,
  toggled,
} from '#renderer/lib/selection.ts';

const ids = Array.from({ length: 30 }, (_, index) => `r${index}`);
const idAt = (index: number): string | undefined => ids[index];

interface Step {
  readonly act: 'toggle' | 'range' | 'all' | 'clear' | 'set';
  readonly at: number;
  /** Of `set`: the row after its last. */
  readonly to: number;
  readonly on: boolean;
}

const at = fc.integer({ min: 0, max: ids.length - 1 });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    act: fc.constantFrom('toggle', 'range', 'all', 'clear', 'set'),
    at,
    to: at,
    on: fc.boolean(),
  }),
  { maxLength: 25 },
);

const rangeTo = (state: SelectionState, index: number): SelectionState =>
  rangeSelected(state, rowsBetween(idAt, index, state.anchor?.id ?? `r${index}`) ?? []);

const taken = (state: SelectionState, step: Step): SelectionState => {
  if (step.act === 'toggle') return toggled(state, `r${step.at}`);
  if (step.act === 'range') return rangeTo(state, step.at);
  if (step.act === 'set') return setRows(state, ids.slice(step.at, step.to), step.on);
  return step.act === 'all' ? everything : nothing;
};

/** The same by a flag for each row; a range draws from what was selected when its anchor was set. */
interface Flags {
  readonly on: readonly boolean[];
  readonly anchor?: { readonly at: number; readonly on: readonly boolean[] };
}

const anchored = (on: readonly boolean[], anchorAt: number): Flags => ({ on, anchor: { at: anchorAt, on } });

const flagged = (flags: Flags, step: Step): Flags => {
  const all = (on: boolean): Flags => ({ on: ids.map(() => on) });
  if (step.act === 'all' || step.act === 'clear') return all(step.act === 'all');
  if (step.act === 'toggle') return anchored(flags.on.with(step.at, !flags.on[step.at]), step.at);
  if (step.act === 'set') {
    const on = flags.on.map((is, index) => (index >= step.at && index < step.to ? step.on : is));
    return step.at < step.to ? anchored(on, step.to - 1) : { on };
  }
  const { anchor } = flags.anchor === undefined ? anchored(flags.on.with(step.at, true), step.at) : flags;
  if (anchor === undefined) return flags;
  const [from, to] = [Math.min(anchor.at, step.at), Math.max(anchor.at, step.at)];
  const drawn = anchor.on[anchor.at] ?? false;
  return { on: anchor.on.map((is, index) => (index >= from && index <= to ? drawn : is)), anchor };
};

/** As a server evaluates it. */
const evaluated = (request: Selection<string>): string[] =>
  'ids' in request
    ? ids.filter((id) => request.ids.includes(id))
    : ids.filter((id) => !request.except?.includes(id));

it('selects the same rows as a flag for each, by any sequence of toggles, ranges, all and exceptions', () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      let state = nothing;
      let flags: Flags = { on: ids.map(() => false) };
      for (const step of sequence) {
        state = taken(state, step);
        flags = flagged(flags, step);
        const selected = ids.filter((_, index) => flags.on[index]);
        expect(ids.filter((id) => isSelected(state, id))).toEqual(selected);
        expect(evaluated(selectionRequest(state, 'filter'))).toEqual(selected);
        expect(selectionRequest(state, 'filter', ids)).toEqual({ ids: selected });
      }
    }),
  );
});

it('draws a range anew from its anchor: the way there and back changes nothing', () => {
  fc.assert(
    fc.property(steps, at, fc.array(at), at, (sequence, anchor, way, end) => {
      const start = toggled(sequence.reduce(taken, nothing), `r${anchor}`);
      const direct = rangeTo(start, end);
      expect(rangeTo(way.reduce(rangeTo, start), end)).toEqual(direct);
    }),
  );
});

it('draws no range over rows that are not read', () => {
  const sparse = (index: number): string | undefined => (index === 4 ? undefined : ids[index]);
  expect(rowsBetween(sparse, 6, 'r2')).toBeUndefined();
  expect(rowsBetween(sparse, 6, 'r8')).toEqual(['r8', 'r7', 'r6']);
  expect(rowsBetween(sparse, 3, 'r1')).toEqual(['r1', 'r2', 'r3']);
});

it('is checked at the door: bounded, named once, and of one form', () => {
  const schema = SelectionOf(Type.Object({ state: Type.Optional(Type.String()) }));
  const many = Array.from({ length: mostSelected + 1 }, (_, index) => `r${index}`);
  const fits = [{ ids: ['r1'] }, { filter: {} }, { filter: { state: 'failed' }, except: ['r1'] }];
  const refused = [
    {},
    { ids: [] },
    { ids: ['r1', 'r1'] },
    { ids: [''] },
    { ids: many },
    { filter: {}, except: many },
    { ids: ['r1'], filter: {} },
  ];
  expect([...fits, ...refused].map((one) => Check(schema, one))).toEqual([
    ...fits.map(() => true),
    ...refused.map(() => false),
  ]);
});
