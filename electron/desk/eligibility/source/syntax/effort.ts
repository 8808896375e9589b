import { systemTime } from '#base/clock.ts';

/**
 * What the grammars may take to read one text. They try every way to read what fits none, in time and memory that grow
 * far faster than its length; people's code takes a fraction of this.
 */

const leastMs = 200;
const msPerCharacter = 0.003;
const mostMs = 4000;

/** Calls from one reading of the clock to the next. */
const timed = 32;

const page = 65_536;
/** All of the grammars and their trees are in one memory, which never shrinks. */
const mostBytes = 512 * 1024 ** 2;
/** From here on a text is given up; what it took is free for the next. */
const enoughBytes = 192 * 1024 ** 2;

/** As far as it is used here: the types of the language's version do not have it. */
declare const WebAssembly: {
  readonly Memory: new (pages: {
    readonly initial: number;
    readonly maximum: number;
  }) => { readonly buffer: ArrayBuffer };
};

/** The memory that all grammars share. Beyond its end they trap. */
export const grammarMemory = new WebAssembly.Memory({
  initial: (32 * 1024 ** 2) / page,
  maximum: mostBytes / page,
});

/** Asked over and over while a text of this length is read: whether to give it up. */
export const effortFor = (length: number): (() => boolean) => {
  const until = systemTime.threadWork() + Math.min(mostMs, leastMs + length * msPerCharacter);
  const bytes = Math.max(enoughBytes, grammarMemory.buffer.byteLength);
  let asked = 0;
  // Asking the system for the time takes longer than what is done between.
  return () =>
    grammarMemory.buffer.byteLength > bytes || (++asked % timed === 0 && systemTime.threadWork() > until);
};
