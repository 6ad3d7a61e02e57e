// What the server sends, as pitchpipe/judging/server/wire.py writes it, and what is sent back.

interface ProtocolData {
  name: "pairwise" | "rank" | "da" | "esa" | "mqm";
  /** Of pairwise: what the third answer is called, null where there is none. */
  ties: "no-preference" | "dont-know" | null;
  /** Of esa and mqm, mildest first. */
  severities: string[];
  /** Of mqm: categories with what they are called, by groups; null elsewhere. */
  taxonomy: { group: string; categories: [string, string][] }[] | null;
}

interface PageData {
  base: string;
  csrf: string;
  storage: string;
  protocol: ProtocolData;
  /** Of source and target; null where they are not known. */
  languages: [string | null, string | null];
  consent: string | null;
  messages: Record<string, string>;
}

/** A neighbour in the document; outputs are in the order of the screen's. */
interface ContextLine {
  source: string | null;
  reference: string | null;
  outputs: string[];
}

interface Span {
  start: number;
  end: number;
  severity: string;
  category?: string;
}

interface Missing {
  severity: string;
  category?: string;
}

interface MarkedOutput {
  spans: Span[];
  missing: Missing[];
  score?: number;
}

interface Answer {
  choice?: "left" | "right" | "none";
  ranks?: number[];
  scores?: number[];
  outputs?: MarkedOutput[];
  comment?: string;
}

interface ItemScreen {
  key: string;
  position: number;
  total: number;
  source: string | null;
  reference: string | null;
  before: ContextLine[];
  after: ContextLine[];
  outputs: string[];
  answer: Answer | null;
  previous: string | null;
  following: string | null;
}

interface WorkState {
  consented: boolean;
  screen: ItemScreen | null;
  done: number;
  total: number;
  closed: boolean;
  last: string | null;
  code: string | null;
}

interface Recorded extends WorkState {
  /** What is said after a wrong answer to a question whose answer is known. */
  feedback: { explanation: string; expected: Answer } | null;
}

/** An answer on its way to the server. */
interface Sent {
  client_id: string;
  key: string;
  answer: Answer;
  seconds: number;
}

/** The part of a screen that a protocol draws. */
interface Form {
  root: HTMLElement;
  /** The answer, or null as long as something is lacking. */
  answer(): Answer | null;
  /** What is lacking, as people are told. */
  lacking(): string;
  restore(answer: Answer): void;
  /** Whether a key did something. */
  pressed(event: KeyboardEvent): boolean;
}

/** How far somebody is. */
interface Person {
  id: number;
  name: string;
  done: number;
  total: number;
  /** Right, and answered. */
  gold: [number, number];
  low: boolean;
  seconds: number | null;
  /** Answers that came faster than anybody reads. */
  fast: number;
  slow: boolean;
  seen: string | null;
  aside: string | null;
  code: string | null;
  removed: boolean;
}

interface CampaignState {
  closed: boolean;
  threshold: number | null;
  annotators: Person[];
}

interface TableData {
  header: string[];
  left: boolean[];
  rows: string[][];
}

/** Tables and sentences in their order, and what is noted below them. */
interface ResultsData {
  blocks: (TableData | { text: string })[];
  notes: string[];
}
