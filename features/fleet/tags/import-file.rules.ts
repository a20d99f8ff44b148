// A file of tags as the browser takes it: its bytes as text, and the words for what becomes of its rows.
import type { ImportOutcome } from './tag-import.contract.ts'

export const OUTCOME_WORDS: Readonly<Record<ImportOutcome, string>> = {
  ready: 'Will be created',
  made: 'Created',
  error: 'Error',
  twice: 'Twice in the file',
  exists: 'Exists already',
}

const ZIP = [0x50, 0x4b, 3, 4]
/** UTF-8 it must be; of other encodings and of Excel files it says what to do. */
export function decoded(bytes: ArrayBuffer): { text: string } | { fault: string } {
  const first = new Uint8Array(bytes)
  if (ZIP.every((b, i) => first[i] === b)) return { fault: 'This is an Excel file. Please save it as CSV first.' }
  const isUtf16 = (first[0] === 0xff && first[1] === 0xfe) || (first[0] === 0xfe && first[1] === 0xff)
  try {
    if (!isUtf16) return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    // Said below.
  }
  return { fault: 'The file is not in UTF-8. Please save it as CSV with the encoding UTF-8.' }
}
