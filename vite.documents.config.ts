// The code that makes documents on the server (web/documents), built for Node with all that it needs: `dist/documents`.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { leanContracts } from './tools/lean-contracts.ts'

const ROOT = import.meta.dirname
/** The logos of the brands, beside the code: a portal that is served elsewhere is not built here. */
const brandLogos: Plugin = {
  name: 'brand-logos',
  buildStart() {
    for (const file of globSync(join(ROOT, 'web/public/brands/*')))
      this.emitFile({ type: 'asset', fileName: `brands/${basename(file)}`, source: readFileSync(file) })
  },
}

/** pdfkit asks Node for the standard fonts by names of its own package, which a built file is no part of. */
const standardFonts: Plugin = {
  name: 'standard-fonts',
  transform: {
    filter: { id: /\/pdfkit\/js\/pdfkit\.node\.mjs$/ },
    handler(code) {
      const imports: string[] = []
      const changed = code.replaceAll(/\brequire\$1\('#standard-fonts\/(\w+)'\)/g, (_, font: string) => {
        imports.push(`import standard${font} from 'pdfkit/standard-fonts/${font}'`)
        return `standard${font}`
      })
      if (imports.length === 0) this.error('pdfkit loads the standard fonts in another way')
      return { code: `${imports.join('\n')}\n${changed}`, map: null }
    },
  },
}

export default defineConfig({
  root: 'web',
  plugins: [leanContracts, react(), brandLogos, standardFonts],
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: 'documents/main.ts',
    ssrEmitAssets: true,
    target: 'node20',
    outDir: '../dist/documents',
    emptyOutDir: true,
    minify: true,
    chunkSizeWarningLimit: 4000,
  },
})
