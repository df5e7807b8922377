/** Why the page cannot be served, in a sentence. */
export class ServeError extends Error {}
