// A file of tags in the browser: its bytes as text, and the words for the outcome of its rows.
import type { ImportOutcome } from './tag-import.contract.ts'

export const OUTCOME_WORDS: Readonly<Record<ImportOutcome, string>> = {
  ready: 'Will be created',
  made: 'Created',
  error: 'Error',
  twice: 'Twice in the file',
  exists: 'Exists already',
}

const ZIP = [0x50, 0x4b, 3, 4]
/** Returns the text of a UTF-8 file; for other encodings and for Excel files the fault says what to do. */
export function decoded(bytes: ArrayBuffer): { text: string } | { fault: string } {
  const first = new Uint8Array(bytes)
  if (ZIP.every((b, i) => first[i] === b)) return { fault: 'This is an Excel file. Please save it as CSV first.' }
  const isUtf16 = (first[0] === 0xff && first[1] === 0xfe) || (first[0] === 0xfe && first[1] === 0xff)
  try {
    if (!isUtf16) return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    // The fault is returned below.
  }
  return { fault: 'The file is not in UTF-8. Please save it as CSV with the encoding UTF-8.' }
}
