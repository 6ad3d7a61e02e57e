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
  explained: string[];
  blocks: [number, number][];
  words: string;
}

/** Words of output and reference, and steps ("m", "s", "i", "d") or for every word its place in the reference. */
type Explained = [string, string, string | (number | null)[]];

/** Words, links to words of the source (flat: of the source, of these), and the order of source words, from 1. */
type OrderSide = [string[], number[], number[]];

interface PeopleRecord {
  name: string;
  decimals: number;
  values: (number | null)[][] | null;
  /** System, place, begin, end, severity, category. */
  spans: [number, number, number, number, string, string][];
}

interface Block {
  order: any[];
  texts: (string | null)[][];
  explained: (Explained | null)[][][];
}

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
  runAsync(): Promise<VegaView>;
  finalize(): void;
}

declare function vegaEmbed(
  place: HTMLElement,
  specification: Specification,
  options: object,
): Promise<{ view: VegaView; finalize(): void }>;
