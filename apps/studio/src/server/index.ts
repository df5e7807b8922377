// The server of the page, for `npm start` and for `nearmiss studio`.

export { ServeError } from './serve-error.ts';
export { SERVE_DEFAULTS, type Served, type ServeOptions, serveStudio } from './serve-studio.ts';
