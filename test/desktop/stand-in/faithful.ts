/** What is asked of every object by the language itself, or by whoever prints it. */
const ofTheLanguage: ReadonlySet<PropertyKey> = new Set(['then', 'toJSON', 'constructor', 'inspect']);

/** Listening has dozens of signatures, one for each event. */
type Listening = 'on' | 'once' | 'off';
/** Members of the real thing, with its signatures; not all of them. */
export type PartOf<Real> = Partial<Omit<Real, Listening>> & Partial<Record<Listening & keyof Real, unknown>>;

/**
 * A part of Electron that stands in for it honestly: what it has is typed as the real thing is, a member that it does
 * not have throws, by name, and so does a method that is called on nothing, as native ones do.
 */
export const faithful = <Real extends object>(name: string, part: PartOf<Real>): Real => {
  const proxy: Real = new Proxy(part as Real, {
    get(target, key) {
      if (!(key in target) && typeof key === 'string' && !ofTheLanguage.has(key)) {
        throw new Error(`The stand-in for Electron has no ${name}.${key}.`);
      }
      const value = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return function (this: unknown, ...args: unknown[]) {
        if (this !== proxy) throw new TypeError(`Illegal invocation of ${name}.${String(key)}.`);
        return value.apply(target, args);
      };
    },
  });
  return proxy;
};

/** A class of Electron's, whose objects `build` makes. */
export const constructible = <Class extends abstract new (...args: never[]) => object>(
  name: string,
  build: (options: never) => InstanceType<Class>,
  statics: Partial<Record<keyof Class, unknown>> = {},
): Class =>
  new Proxy(class {} as unknown as Class, {
    construct: (_target, [options]) => build(options as never),
    get(_target, key) {
      if (key in statics) return Reflect.get(statics, key);
      throw new Error(`The stand-in for Electron has no ${name}.${String(key)}.`);
    },
  });

/** Options that nobody looked at would be a test of nothing. */
export const knownOptions = (name: string, options: object, known: readonly string[]): void => {
  const unknown = Object.keys(options).filter((key) => !known.includes(key));
  if (unknown.length > 0) throw new Error(`The stand-in for Electron has no option ${name}.${unknown[0]}.`);
};

export interface StandInEvent {
  readonly defaultPrevented: boolean;
  preventDefault(): void;
}

/** An event of Electron's, with what it tells. */
export const anEvent = <T extends object>(details: T = {} as T): T & StandInEvent => {
  let prevented = false;
  return Object.defineProperties({ ...details } as T & StandInEvent, {
    defaultPrevented: { get: () => prevented },
    preventDefault: {
      value: () => {
        prevented = true;
      },
    },
  });
};
