// A file in pieces, as it is written.

export async function* piecesOf(blob: Blob): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(await blob.arrayBuffer())
}
