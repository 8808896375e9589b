import fc from 'fast-check';
import { inject, vi } from 'vitest';

/** What Stryker says of a run: a key that it provides, or undefined where it does not run the tests. */
const told = (key: string): unknown => inject(key as never);

// A mutant is killed by a failure, however large: looking for the smallest one takes a hundred times as long.
fc.configureGlobal({ endOnFailure: true });

// Tests that a mutant lets hang fail soon, instead of all of them being cut off late and their process begun anew.
if (told('mode') === 'mutant') vi.setConfig({ testTimeout: 6000 });

// A mutant in what is worked out as a module is loaded shows only in modules that are loaded with it; those must not be
// left to the next mutant.
const loaded = globalThis as { loadedWith?: unknown };
const loadWith = told('mutantActivation') === 'static' ? told('activeMutant') : undefined;
if (loaded.loadedWith !== loadWith) {
  vi.resetModules();
  loaded.loadedWith = loadWith;
}
// What is loaded now is loaded without the mutant of the run before.
const stryker = (globalThis as Record<string, { activeMutant?: unknown } | undefined>)[
  String(told('globalNamespace'))
];
if (loadWith === undefined && stryker !== undefined) stryker.activeMutant = undefined;
