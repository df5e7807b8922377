// The machine's speed drifts over seconds, so peers that are to be compared take turns pass by pass, and only times of the
// same round are divided by each other.

/** Someone whose turn takes a while. */
export interface Entrant<Turn> {
  readonly label: string;
  turn(): Promise<Turn>;
}

/** All turns of one entrant, by round. */
export interface Rounds<Turn> {
  readonly label: string;
  readonly turns: readonly Turn[];
}

/** Lets every entrant have one turn a round, in alternating order so that nobody is always first. */
export async function interleave<Turn>(
  entrants: readonly Entrant<Turn>[],
  rounds: number,
  afterRound: (round: number) => void = () => {},
): Promise<Rounds<Turn>[]> {
  const turns = entrants.map((): Turn[] => []);
  const forward = entrants.map((_, i) => i);
  const backward = forward.toReversed();
  for (let round = 0; round < rounds; round++) {
    for (const i of round % 2 === 0 ? forward : backward) turns[i].push(await entrants[i].turn());
    afterRound(round);
  }
  return entrants.map(({ label }, i) => ({ label, turns: turns[i] }));
}
