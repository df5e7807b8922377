export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  readonly help: string;
  /** The exit status. */
  readonly run: (args: readonly string[]) => Promise<number>;
}
