// What the server and the process that makes documents say to each other, and what the built code of the documents offers.

import type { Language } from '@wattdesk/words/language'

/** A document that is asked for. */
export type DocumentRequest = {
  /** Name in the table of documents, as 'invoice'. */
  kind: string
  /** Plain JSON. */
  props: unknown
  /** Over each page: name and support address; `logo`: a path below /brands/, or a data: URL. */
  brandHome: { name: string; supportEmail: string; logo?: string }
  mode: 'test' | 'live'
  /** That of a driver who reads it; left out: English. */
  language?: Language
  /** The instant that the file tells as its making: the same request gives the same bytes. */
  at: string
}
/** A paper of a list shows so many rows, and fewer where its columns are many. */
export const PAPER_ROWS = 1000
type ListFormat = 'csv' | 'xlsx' | 'pdf'
export type ListRequest = DocumentRequest & { as: ListFormat }

/** A file as it is made. `rows`: how many rows have arrived, once all pieces are there. */
export type DocumentFile = {
  fileName: string
  type: string
  pieces: AsyncIterable<Uint8Array>
  rows?: () => number
}
/** The built code of the documents (web/documents/main.ts). `logo`: the bytes of the brand's logo, of any kind. */
export type DocumentCode = {
  paperFile: (request: DocumentRequest, logo: Uint8Array | undefined) => Promise<DocumentFile>
  listFile: (
    request: ListRequest,
    rows: AsyncIterable<Uint8Array>,
    logo: Uint8Array | undefined,
  ) => Promise<DocumentFile>
}

/** To the process: `make` a paper or a list into the file at `path`; pieces of the rows of a list, and their end. */
export type DocumentCall =
  | { say: 'make'; path: string; request: DocumentRequest }
  | { say: 'list'; path: string; request: ListRequest }
  | { say: 'rows'; piece: Uint8Array }
  | { say: 'end' }
/** From the process. `taken`: the piece of rows is worked off, and the next may come. */
export type DocumentAnswer =
  | { say: 'ready' }
  | { say: 'taken' }
  | { say: 'made'; bytes: number; type: string; fileName: string; rows: number }
  | { say: 'refused'; message: string }
  | { say: 'failed'; message: string; stack: string | undefined }

/** A list that is longer than a file of its kind holds, or a request that nobody can fulfil: said to the person who asked. */
export class DocumentRefusal extends Error {
  override readonly name = 'DocumentRefusal'
}
