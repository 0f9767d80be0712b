/** Options of the worker. `threads` needs shared memory (in pages, by headers). */
export interface AgonOptions {
  /** The build with threads; the option `Threads` then says how many search. Default: false. */
  threads?: boolean;
}

/** All limits apply; without any the search goes on until stop(). A number that the engine refuses is an error. */
export interface SearchLimits {
  /** In milliseconds, like all times here. */
  movetime?: number;
  depth?: number;
  nodes?: number;
  /** Stops when a win in at most this many of the chooser's actions is found or ruled out. */
  mate?: number;
  wtime?: number;
  btime?: number;
  winc?: number;
  binc?: number;
  movestogo?: number;
  infinite?: boolean;
  /** 1 is a child's strength, 10 is full and the default. */
  level?: number;
  /** If it throws, the search ends and the promise fails with that error. */
  onInfo?: (info: Info) => void;
  /** Aborting it ends this search early; the answer still comes. Aborted before the call, no search starts. */
  signal?: AbortSignal;
}

export interface Info {
  depth?: number;
  /** From the chooser's view: hundredths of a guard, or actions to a win, negative to a loss. */
  score?: { cp?: number; mate?: number };
  nodes?: number;
  time?: number;
  /** The principal variation. */
  line?: string[];
}

export interface SearchResult extends Info {
  /** null when the game is over. */
  action: string | null;
  /** The reply that the engine expects. */
  ponder: string | null;
}

export type Side = "white" | "black";

/** A query as of `agon analyse`; protocol/analysis/README.md of the sources describes the fields. */
export interface AnalysisQuery {
  id?: string;
  /** One of variants(), or changes of one: {preset: "ham", pace: "all-in-turn"}. Default: "classic". */
  rules?: string | { preset?: string; [field: string]: string | undefined };
  setup?: "standard" | "placement" | "flanked";
  /** The position text to begin with, instead of a setup. */
  position?: string;
  actions?: readonly string[];
  /** Which positions to analyse: 0 is the first. Default: the last. */
  plies?: readonly number[];
  /** Limits for each position; all apply. Without any: 200,000 nodes. */
  nodes?: number;
  /** In milliseconds. */
  movetime?: number;
  depth?: number;
  /** How many lines to report. Default: 1. */
  lines?: number;
  includeLegal?: boolean;
  /** Seconds between reports to onReport; none without it. */
  reportDuringSearchEvery?: number;
  /** The highest is searched first. Queries are answered one after the other here. */
  priority?: number;
  priorities?: readonly number[];
}

export interface AnalysisScore {
  /** In hundredths of a guard, from the chooser's view; null if there is a forced end. */
  score: number | null;
  /** The chooser's actions until it wins, negative if it loses, 0 if the game is over. */
  mate: number | null;
  /** The search was ended before the score was exact. */
  bound?: "lower" | "upper";
  /** Chances of a win, a draw and a loss in thousandths. */
  wdl: [number, number, number];
  depth: number;
}

export interface AnalysisAnswer extends AnalysisScore {
  id: string;
  isDuringSearch: boolean;
  ply: number;
  chooser: Side;
  nodes: number;
  /** Best first; empty if the game is over. */
  lines: (AnalysisScore & { action: string; pv: string[] })[];
  legal?: string[];
  /** The sides that provably cannot lose; absent if none is known. */
  cannotLose?: Side[];
  /** Only if the game is over. */
  outcome?: { winner: Side | null; reason: string };
  /** true: aborted before the search of this position began; only id, isDuringSearch and ply are there. */
  noResults?: true;
}

export interface GameSettings {
  /** One of variants(). Default: "classic". */
  variant?: string;
  /** Default: the variant's own. */
  setup?: "" | "standard" | "placement" | "flanked";
  /** The position text to begin with, instead of a setup. */
  position?: string;
  /** Names, for the PGN. */
  white?: string;
  black?: string;
  actions?: readonly string[];
}

/**
 * A game with its rules. A call that throws changes nothing. A TypeError or an Error names the argument that is not
 * a string, or contains a NUL, half of a surrogate pair, or a line break outside PGN and rules.
 */
export class Game {
  private constructor();
  readonly variant: string;
  readonly actions: readonly string[];
  white: string;
  black: string;
  /** The position text. */
  readonly position: string;
  /** Whose turn it is. */
  readonly turn: Side;
  /** Who chooses the next action; not always whose turn it is. */
  readonly chooser: Side;
  /** Empty when the game is over. */
  readonly legal: readonly string[];
  /** Whose turn it is and why, or how the game ended, in words. */
  readonly sentence: string;
  /** The last action in words. */
  readonly last: string | null;
  readonly over: boolean;
  /** "1-0", "0-1", "1/2-1/2", or "*" while the game goes on. */
  readonly result: string;
  /** The line `position ...` of UCI. */
  readonly command: string;
  /** Throws when the action is illegal or the game is over; the Error says why. */
  play(action: string): this;
  undo(): this;
  /** The board. */
  svg(options?: { turned?: boolean }): string;
  pgn(): string;
}

/** An engine, and games. */
export class Agon implements AsyncIterable<string> {
  private constructor();
  /** Throws when the worker or the module cannot be loaded. */
  static start(options?: AgonOptions): Promise<Agon>;
  /** A line of UCI, not empty and without a line break. Throws when the engine has ended. */
  send(line: string): void;
  /** Every line of the engine from now on; ends with close() or `quit`, throws the engine's fault. */
  [Symbol.asyncIterator](): AsyncIterableIterator<string>;
  /**
   * Searches the game as it is at the call, and sets the engine's position and its options UCI_Variant, Setup and
   * Level for that. One search at a time; other searches and lines wait in order. Throws for a faulty argument;
   * the promise fails if the engine refuses a value, onInfo throws, or the engine ends. A game of
   * another Agon is searched if both know the same rules by its variant's name.
   */
  search(game: Game, limits?: SearchLimits): Promise<SearchResult>;
  /**
   * Analyses positions of a game at full strength: an answer for each of `plies`, in their order. It does not change
   * the engine's position and options; other queries, searches and lines wait in order. The promise fails if the
   * engine refuses a field, which the Error then has as `field`, or if onReport throws. Aborting `signal` ends it
   * early; the answers still come.
   */
  analyse(query: AnalysisQuery, options?: { onReport?: (answer: AnalysisAnswer) => void; signal?: AbortSignal }):
    Promise<AnalysisAnswer[]>;
  /** Stops the oldest search that has not been stopped; it then answers. */
  stop(): void;
  game(settings?: GameSettings): Game;
  /** The first game of a PGN. */
  readPgn(text: string): Game;
  /** The names of the rule sets. */
  variants(): string[];
  /** Adds rule sets, as in a rules file: 256 KB in all. */
  addRules(text: string): void;
  /** Ends the engine immediately; searches fail. */
  close(): void;
}

/** The engine as a Worker: UCI or UGI, one line per message. It reacts to `stop` while it searches. */
export class AgonWorker {
  constructor(options?: AgonOptions);
  onmessage: ((event: { data: string }) => void) | null;
  /** The worker has failed, and has ended. */
  onerror: ((error: Error) => void) | null;
  /** The module is loaded. */
  onready: (() => void) | null;
  /** After `quit`. */
  onexit: (() => void) | null;
  /** A line, or a file for the engine to read; its relative paths begin at "/". Throws as Game does. */
  postMessage(message: string | { file: string; text: string | Uint8Array }): void;
  /** Like the end of standard input: searches end, everything else finishes, then onexit is called. */
  end(): void;
  /** Like end(), but a search with a limit runs to it. */
  drain(): void;
  terminate(): void;
}
