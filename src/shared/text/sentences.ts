/** A text in sentences. One ends with a mark before a space and a capital letter, a digit or a quote. */
export const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?])\s+(?=[\p{Lu}\p{N}‘“])/u).filter((sentence) => sentence !== '')
