// Documents as the server makes them, for tests of the browser, which know nothing of Node.
import { readFile } from 'node:fs/promises'
import type { DocumentRequest } from '@wattdesk/wire/document-calls'
import { openDocuments } from '#platform/documents/documents.ts'
import { documentsCode } from './documents-code.ts'

const documents = openDocuments({ code: documentsCode, timeZone: 'Asia/Kolkata', log: console })

/** The name and the bytes of a document. */
export async function serverDocument(request: DocumentRequest): Promise<{ fileName: string; bytes: number[] }> {
  const { path, fileName, remove } = await documents.make(request)
  const bytes = [...(await readFile(path))]
  await remove()
  return { fileName, bytes }
}
export const closeDocuments = (): Promise<void> => documents.close()
