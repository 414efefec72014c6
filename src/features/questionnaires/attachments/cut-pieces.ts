/** The same bytes in pieces of exactly this size; only the last may be shorter. Stores at most two pieces at a time. */
export async function* cutPieces(content: AsyncIterable<Buffer>, pieceBytes: number): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let length = 0
  for await (const bytes of content) {
    parts.push(bytes)
    length += bytes.length
    if (length < pieceBytes) continue
    let all = Buffer.concat(parts)
    for (; all.length >= pieceBytes; all = all.subarray(pieceBytes)) yield all.subarray(0, pieceBytes)
    parts = [all]
    length = all.length
  }
  if (length > 0) yield Buffer.concat(parts)
}
