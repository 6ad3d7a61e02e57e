// What the page's data are, as pitchpipe/reporting/page.py writes them, and what other scripts bring.

interface Metric {
  spec: string;
  head: string;
  higher: boolean | null;
  decimals: number;
}

interface Grouping {
  labels: string[];
  which: number[];
  /** The label that says nothing of a segment. */
  silent: number | null;
}

interface SegmentIndex {
  count: number;
  numbers: number[] | null;
  ids: string[] | null;
  source: boolean;
  references: string[];
  languages: [string | null, string | null];
  groups: Record<string, Grouping>;
  scores: { decimals: number; values: (number | null)[][] }[];
  odd: Record<string, number[]>;
  explained: { head: string; kind: ExplainedKind }[];
  blocks: [number, number][];
  words: string;
}

type ExplainedKind = "path" | "shifted" | "links" | "staged";
/** Words of an output, steps ("m", "s", "i", "d", capitals where the word was moved), places of words, shifts. */
type PathSeen = [string, string, number[]?, number?];
/** Words of an output, for each its place in the reference, and by what it was found. */
type LinksSeen = [string, (number | null)[], string?];
type Seen = PathSeen | LinksSeen;
/** Words of the reference, and what was seen in each system's output, unless it is very long. */
type Explained = [string, (Seen | null)[]];

/** Words, links to words of the source (flat: of the source, of these), and the order of source words, from 1. */
type OrderSide = [string[], number[], number[]];

interface PeopleRecord {
  name: string;
  decimals: number;
  values: (number | null)[][] | null;
  /** System, place, begin, end, severity, category. */
  spans: [number, number, number, number, string, string][];
}

interface SegmentTexts {
  /** Source, references, outputs. */
  texts: (string | null)[];
  /** By metric. */
  explained: Explained[];
  /** Words of the source, and sides of reference and systems. */
  order: any[];
}

type Block = SegmentTexts[];

interface Picture {
  title: string;
  specification: Specification;
  dots: boolean;
}

interface Grouped {
  by: string;
  measure: string;
  unit: string;
  decimals: number;
  names: string[];
  sizes: number[];
  /** How many smaller groups are not shown. */
  left_out: number;
  /** For every group and pair: the difference and its interval. */
  values: [number | null, number | null, number | null][][];
}

interface DifferencesRecord {
  pairs: [number, number][];
  grouped: Grouped[];
}

/** Words, how often one system and the other are right about them, how often references have them, segments. */
type Phrase = [string, number, number, number, number[]];

type Specification = { [key: string]: any };

interface PageData {
  title: string;
  systems: string[];
  ranked: string[];
  metrics: Metric[];
  panels: {
    segments: SegmentIndex;
    differences?: DifferencesRecord;
    order?: { worst: number[][] };
    people?: PeopleRecord;
    words?: { phrases: [[number, number], [Phrase[], Phrase[]]][] };
  };
  charts: Record<string, Picture>;
  tables: Record<string, { csv: string; latex: string | null }>;
}

interface VegaView {
  toImageURL(kind: "svg" | "png", scale?: number): Promise<string>;
  toSVG(): Promise<string>;
  addSignalListener(name: string, listener: (name: string, value: any) => void): VegaView;
  data(name: string, rows: object[]): VegaView;
  signal(name: string, value: any): VegaView;
  getState(): { signals: Record<string, any> };
  runAsync(): Promise<VegaView>;
  finalize(): void;
}

declare function vegaEmbed(
  place: HTMLElement,
  specification: Specification,
  options: object,
): Promise<{ view: VegaView; finalize(): void }>;
