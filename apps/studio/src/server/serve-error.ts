/** Why the page cannot be served, in a sentence. See {@link serveStudio}. */
export class ServeError extends Error {}
