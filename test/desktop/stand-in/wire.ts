/**
 * What crosses between page and main, as text. Like Electron, it takes what can be cloned and refuses the rest; of what
 * can be cloned it carries the kinds that are in use, and throws for any other. Runs in the page too, so it stands alone.
 */
export const createWire = () => {
  const pack = (value: unknown): unknown => {
    if (value === undefined) return { $: 'undefined' };
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map(pack);
    if (value instanceof Uint8Array) {
      let text = '';
      for (const byte of value) text += String.fromCharCode(byte);
      return { $: 'bytes', base64: btoa(text) };
    }
    const kind = Object.prototype.toString.call(value);
    if (kind !== '[object Object]') throw new Error(`The stand-in for Electron does not carry ${kind}.`);
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, pack(each)]));
  };
  const unpack = (value: unknown): unknown => {
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map(unpack);
    const { $: kind, base64 } = value as { $?: string; base64?: string };
    if (kind === 'undefined') return undefined;
    if (kind === 'bytes') return Uint8Array.from(atob(base64 ?? ''), (sign) => sign.charCodeAt(0));
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, unpack(each)]));
  };
  return {
    toText: (value: unknown): string => JSON.stringify(pack(structuredClone(value))),
    fromText: (text: string): unknown => unpack(JSON.parse(text)),
  };
};
