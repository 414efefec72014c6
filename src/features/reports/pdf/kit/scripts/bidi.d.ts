/** The part of the package that PDFs use; its own types do not fit the file that Node loads. */
declare module 'bidi-js' {
  export interface Bidi {
    /** The levels of all characters: odd ones run from right to left. */
    getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl'): { levels: Uint8Array }
  }

  export type CreateBidi = () => Bidi
}
