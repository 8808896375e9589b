import { registerHooks } from 'node:module';

// `node --import` of this file makes `electron` the stand-in for whatever is loaded after it.
const standIn = new URL('./electron.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'electron' ? standIn : specifier, context),
});
