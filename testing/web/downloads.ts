// The files that a screen saves for the user, and how a test reads them.
import { vi } from 'vitest'

export type Download = { name: string; blob: Blob }

/** The files saved from now on, until the test ends. */
export function downloads(): Download[] {
  const files: Download[] = []
  const blobs: Blob[] = []
  URL.createObjectURL = b => `blob:${blobs.push(b as Blob) - 1}`
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, blob: blobs[Number(this.href.slice(5))] as Blob })
  })
  return files
}

/**
 * The same where papers are among them: tests draw them by the libraries' builds for Node, whose bytes are Node's own and not
 * the kind that the test's document has.
 */
export function papers(): Download[] {
  const { Buffer } = globalThis as unknown as { Buffer: object }
  vi.stubGlobal('Uint8Array', Object.getPrototypeOf(Buffer))
  return downloads()
}
