// Loads a part of the portal that is a file of its own. A browser keeps that a module could not be fetched, and refuses its
// address until the document is loaded anew (HTML standard, module map; Chromium does so since 150): a part that failed is
// asked for by another address. The build puts this in place of `import()` (tools/retried-parts.ts).

declare global {
  /** `file` as the code names it, beside the module `from`. */
  var loadPart: (file: string, from: string) => Promise<unknown>
}

const failed = new Map<string, number>()

globalThis.loadPart = (file, from) => {
  const { href } = new URL(file, from)
  const times = failed.get(href) ?? 0
  return import(/* @vite-ignore */ times === 0 ? href : `${href}?again=${times}`).catch((error: unknown) => {
    failed.set(href, times + 1)
    throw error
  })
}

export {}
