import { allTexts, voiceHits } from './voice.ts';

/** Prints where texts use banned phrases: `node test/docs/voice-hits.ts [PART OF A PATH…]`. */
const parts = process.argv.slice(2);
const hits = voiceHits(allTexts()).filter(
  (hit) => parts.length === 0 || parts.some((part) => hit.includes(part)),
);
for (const hit of hits) console.log(hit.slice(0, 240));
console.error(`${hits.length} banned phrases`);
