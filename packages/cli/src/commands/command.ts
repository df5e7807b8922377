export interface Command {
  readonly help: string;
  /** The exit status. */
  readonly run: (args: readonly string[]) => Promise<number>;
}
