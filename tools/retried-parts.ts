// Lets the portal ask again for a part that could not be fetched: each `import()` of a file of the build becomes a call of
// `loadPart` (kit/part.ts).
import type { Plugin } from 'vite'

const IMPORT = /\bimport\(([`"'])(\.\/[\w./-]+\.js)\1\)/g

/** The code of a built file with its parts loaded by `loadPart`. */
export const retried = (code: string): string => code.replaceAll(IMPORT, 'loadPart($1$2$1,import.meta.url)')

export const retriedParts: Plugin = {
  name: 'retried-parts',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = retried(file.code)
    },
  },
}
