// The server of the page, for `npm start` and for `nearmiss studio`.

export { ServeError } from './serve-error.ts';
export type { Served } from './serve-folder.ts';
export { SERVE_DEFAULTS, type ServeOptions, serveStudio } from './serve-studio.ts';
