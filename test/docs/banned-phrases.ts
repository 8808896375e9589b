/** Phrases that no text for people uses, and what it says instead. `text` is matched against prose, line by line. */
export interface BannedPhrase {
  readonly text: RegExp;
  readonly instead: string;
}

const ban = (text: RegExp, instead: string): BannedPhrase => ({ text, instead });

/** Words that have one term in their place. */
const terms = [
  ban(/\bnine rows\b|\brows? of eligibility\b|\beligibility rows?\b|\banswer this row\b/i, 'check, checks'),
  ban(/\babsent\b/i, 'not found'),
  ban(/\b(?:is|are|if) present\b|^Present$/i, 'found'),
  ban(/\boverrul(?:e[sd]?|ing)\b/i, 'override'),
  ban(/\bgates?\b/i, 'requirement'),
  ban(/\btestimon(?:y|ies)\b/i, 'manual answer'),
  ban(/\bsightings?\b/i, 'observation'),
  ban(/\bflights?\b/i, 'attempt, open request'),
  ban(/\bleft from\b/i, 'source IP'),
  ban(/\banswered with\b|\bhow long the answer\b|\bwhat was answered\b/i, 'responded with, response'),
  ban(/\b(?:is|are|was|were|not|be|been) taken\b(?! (?:over|from|to)\b)/i, 'delivered, failed'),
  ban(/^Working$|\bWorking ·/, 'healthy'),
  ban(/\bneeds? someone\b/i, 'needs attention'),
  ban(/\bin force\b/i, 'current, valid'),
  ban(/\bsupersed(?:e[sd]?|ing)\b/i, 'replace, replaced'),
  ban(/\bwindows? of traffic\b|\btraffic windows?\b/i, 'observation'),
  ban(/\bend (?:it|this|the run) here\b/i, 'cancel'),
  ban(/\bhand(?:s|ed|ing)? (?:in|out)\b/i, 'submit; save, export'),
  ban(/\bthrowaways?\b|\bthat goes\b/i, 'temporary instance'),
  ban(/\bmigrations? of (?:its|their|the) forms?\b/i, 'schema migration'),
  ban(/\brooms?\b/i, 'module, service'),
  ban(/\blasting\b/i, 'shared'),
];

/** Verbs and clauses where the field has a plain verb or a noun. */
const clauses = [
  ban(/\b(?:go(?:es)?|going|went) on\b/i, 'continue, resume'),
  ban(/\b(?:find(?:s|ing)?|found) out\b/i, 'detect'),
  ban(/\blook(?:s|ed|ing)? through\b/i, 'verify, search'),
  ban(/\b(?:comes?|came|coming) to\b/i, 'the verb itself'),
  ban(/\b(?:comes?|came) of (?:it|them|that)\b/i, 'result'),
  ban(/\bst(?:ands?|ood|anding)\b(?!-in\b)/i, 'depend on, is in, is shown beside'),
  ban(/\b(?:be|been|is|are|was|were) told\b/i, 'distinguish, report, show'),
  ban(/\b(?:who|which|whom)ever\b/i, 'the noun'),
  ban(/\bheld back\b|\bholds? back\b/i, 'held, exclude, skip'),
  ban(/\bwhat (?:became|becomes|has become|will become|came) of\b/i, 'status, result'),
  ban(/\bthat which\b|\bone that is not\b/i, 'the noun'),
  ban(/\bnone listen(?:s|ed)?\b/i, 'no subscribers'),
  ban(/\banew\b/i, 'again, re-…'),
  ban(/\bpresent time\b/i, 'current time'),
  ban(/\bto be looked at\b|\blook(?:s|ed)? again\b/i, 'needs review; check again'),
  ban(/\bcomes near\b/i, 'closest match'),
  ban(/\bsign by sign\b/i, 'character by character'),
  ban(/\btakes? (?:\S+ ){1,4}back\b|\btakes? back\b/i, 'withdraw, undo'),
  ban(/\bmend(?:s|ed|ing)?\b/i, 'fix'),
  ban(/\bmade up\b/i, 'fictional'),
  ban(/\bby (?:itself|themselves)\b/i, 'automatically'),
  ban(/\bwith blanks\b/i, 'space-separated'),
  ban(/\bsays it\b|\bsay so\b/i, 'state the fact'),
  ban(/\bof this name\b/i, 'no results'),
  ban(/\bis to give\b/i, 'the noun'),
  ban(/\btampered with\b/i, 'changed'),
  ban(/\buntil a signal\b/i, 'until stopped'),
  ban(/\bby reads alone\b/i, 'read-only'),
  ban(/\bin the middle, nine of ten\b/i, 'median, p90, max'),
  ban(/\bwho were not there\b/i, 'for people outside the case'),
];

/** Texts that stood on a screen or in a help, whole. */
const texts = [
  ban(/\bFind or do\b/, 'Search or run a command'),
  ban(/^The system's$/, 'System time'),
  ban(/^Looks$/, 'Appearance'),
  ban(/^Who acts$/, 'Your name'),
  ban(/\bMay the integrator migrate\?/, 'Nine checks decide …'),
  ban(/\bsomething was seen\b/, 'only matching lines are stored'),
  ban(/\bOnly calls of\b|\bthe user agent holds\b/, 'user agent contains'),
  ban(/\bMostly nothing has to be said\b/, 'settings are detected automatically'),
  ban(/\bhours of virtual time\b/, 'virtual hours'),
  ban(/\bpart taken out\b/, 'destructured property'),
  ban(/\bIt was a test: one attempt\b/, 'Test event: sent once, not retried'),
];

export const bannedPhrases: readonly BannedPhrase[] = [...terms, ...clauses, ...texts];
