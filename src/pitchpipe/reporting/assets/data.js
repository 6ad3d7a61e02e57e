// The data of the page: compressed in blocks, each unpacked when it is first needed.

/**
 * @param {string} id of the element that holds the block
 * @returns {Promise<any>}
 */
async function unpack(id) {
  const packed = atob(element(id, HTMLScriptElement).textContent ?? "");
  const bytes = new Uint8Array(packed.length);
  // A function for every letter of millions would take longer than everything else.
  for (let k = 0; k < packed.length; k += 1) bytes[k] = packed.charCodeAt(k);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

/** So many blocks are unpacked before anybody asks for them. */
const PREPARED = 16;

/** The texts of all segments, in the blocks that were unpacked so far. */
class Texts {
  /** @param {SegmentIndex} index */
  constructor(index) {
    this.index = index;
    /** @type {(Promise<Block> | undefined)[]} */
    this.asked = [];
    /** @type {(Block | undefined)[]} */
    this.blocks = [];
    /** @type {(string[][] | undefined)[]} */
    this.lowered = [];
  }

  /**
   * The number of the block that holds a segment.
   * @param {number} place
   */
  blockOf(place) {
    return this.index.blocks.findIndex(([first, last]) => first <= place && place < last);
  }

  /**
   * A block, unpacked.
   * @param {number} number
   * @returns {Promise<Block>}
   */
  load(number) {
    this.asked[number] ??= unpack(`block-${number}`).then((block) => (this.blocks[number] = block));
    return /** @type {Promise<Block>} */ (this.asked[number]);
  }

  /**
   * The texts of a segment.
   * @param {number} place
   */
  async of(place) {
    const number = this.blockOf(place);
    const block = await this.load(number);
    return block[place - this.index.blocks[number][0]];
  }

  /** Unpacks all texts while nobody waits, unless there are very many; then each when it is needed. */
  async prepare() {
    if (this.index.blocks.length > PREPARED) return;
    for (const number of this.index.blocks.keys()) {
      await new Promise((done) => setTimeout(done, 50));
      this.lower(number, await this.load(number));
    }
  }

  /**
   * The texts of a block in lower case, as they are searched.
   * @param {number} number
   * @param {Block} block
   */
  lower(number, block) {
    return (this.lowered[number] ??= block.map(({ texts }) => texts.map((text) => (text ?? "").toLowerCase())));
  }

  /**
   * The places of segments where a text of these columns has all the words.
   * @param {string[]} words in lower case
   * @param {(column: number) => boolean} searched
   * @returns {Promise<Set<number>>}
   */
  async search(words, searched) {
    const found = new Set();
    for (const [number, [first]] of this.index.blocks.entries()) {
      const block = await this.load(number);
      this.lower(number, block).forEach((row, k) => {
        if (row.some((text, column) => searched(column) && words.every((word) => text.includes(word)))) found.add(first + k);
      });
    }
    return found;
  }
}
