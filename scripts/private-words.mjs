// The private words that check-words.mjs looks for, and where they are ordinary English or the field's own.

/** Each a pattern of a word with its endings. What to say instead is in docs/glossary.md. */
export const TERMS = [
  'rooms?',
  'doors?',
  'look(?:s|ed|ing)?',
  'courses?',
  'journeys?',
  'ways?',
  'lost',
  'slacks?',
  'cuts?',
  'readings?',
  'outlooks?',
  'sieves?',
  'sure',
  'meetings?',
  'meets?',
  'shadows?',
  'rings?',
  'pieces?',
  'placed?',
  'places',
  'resting',
  'moving',
  'march(?:es|ed)?',
];

/**
 * Uses that are no private word: the words that may stand, in which kinds of text, under which folders, in which phrase, and why.
 *
 * @type {readonly { words: RegExp, kinds?: readonly string[], under?: readonly string[], phrase?: RegExp, why: string }[]}
 */
export const ALLOWED = [
  {
    words: /^places?$/,
    phrase: /\bin (?:its |their )?place\b|\btake(?:s|n)? place\b|\bdecimal places?\b/i,
    why: 'ordinary English',
  },
];
