import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { driverDocument } from './tools/driver-document.ts'
import { guide } from './tools/guide-build.ts'
import { leanContracts } from './tools/lean-contracts.ts'
import { retriedParts } from './tools/retried-parts.ts'

// A store has only type imports of the driver, so its code could land unseen: loading one stops the build.
const serverFolders = ['platform', 'gateway', 'app', 'demo', 'testing'].map(f => join(import.meta.dirname, f, '/'))
const serverFile =
  /\.(store|commands|routes|ocpp|memory|reply|crypto|jobs)\.ts$|\/node_modules\/(pg|postgres|kysely|fastify|pg-boss)\//
const noServerCode: Plugin = {
  name: 'no-server-code',
  enforce: 'pre',
  load(id) {
    if (serverFile.test(id) || serverFolders.some(f => id.startsWith(f)))
      this.error(`server code reached the browser: ${id}`)
  },
}
// Schemas are written as JSON schema for the API page alone, which the server does. Every schema can do it and so brings
// that part of zod along: 4.9 KB gzip of 24.4 that stay out of the forms.
const NO_JSON_SCHEMA = '\0no-json-schema:'
const zodWithoutJsonSchema: Plugin = {
  name: 'zod-without-json-schema',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer) {
    const isIt = /\/(json-schema-processors|to-json-schema)\.js$/.test(source) && importer?.includes('/zod/v4/classic/')
    const found = isIt ? await this.resolve(source, importer, { skipSelf: true }) : null
    return found ? NO_JSON_SCHEMA + found.id : undefined
  },
  load(id) {
    if (!id.startsWith(NO_JSON_SCHEMA)) return
    const names = readFileSync(id.slice(NO_JSON_SCHEMA.length), 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)
    return `const none = () => { throw new Error('The portal is built without JSON schema (vite.config.ts)') }
      export const ${[...names].map(([, n]) => `${n} = ${n?.startsWith('create') ? '() => none' : 'none'}`).join(', ')}`
  },
}
/** The viewer of the API's reference, as its makers built it, for the page /docs/api alone (app/api-reference/pages.ts). */
const apiViewer: Plugin = {
  name: 'api-viewer',
  apply: 'build',
  generateBundle() {
    const folder = join(import.meta.dirname, 'node_modules/@scalar/api-reference')
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const source = readFileSync(join(folder, 'dist/browser/standalone.js'), 'utf8').replace(
      /\n\/\/# sourceMappingURL=.*\s*$/,
      '\n',
    )
    this.emitFile({ type: 'asset', fileName: `assets/api-reference-${version}.js`, source })
  },
}
/** Where the server runs beside this one (`npm run dev`). */
const server = `http://127.0.0.1:${process.env.PORT ?? 8080}`

/** Modules of these packages, or of these folders of MUI. */
const packages = (...names: string[]) => new RegExp(`node_modules/(${names.join('|')})(/|$)`)
const mui = (...names: string[]) => packages(...names.map(n => `@mui/material/${n}`))
// Higher priority first: a group takes along what its modules need and no group before it has.
// Left to itself the bundler hangs shared pieces on the first screen that has them, and others then load that screen.
const groups = [
  // The pay page has this and nothing else of what others wrote.
  { name: 'react', priority: 5, test: packages('react', 'react-dom', 'scheduler') },
  {
    name: 'framework',
    priority: 4,
    test: packages(
      'react-is',
      'react-router',
      '@tanstack/(query-core|react-query)',
      '@emotion/[a-z-]+',
      'stylis',
      '@mui/(system|styled-engine|private-theming|utils(?!/useRovingTabIndex))',
      'clsx',
      '@babel/runtime',
    ),
  },
  // Comes with the first form, never with a list or the shell (.size-limit.js).
  { name: 'schema', priority: 3, test: packages('zod') },
  // Small things that many larger ones share.
  { name: 'motion', priority: 2, test: mui('(transitions|internal/Transition.mjs)') },
  { name: 'roving', priority: 2, test: packages('@mui/utils/useRovingTabIndex') },
  { name: 'popper', priority: 1, test: packages('@popperjs/core', '@mui/material/(Popper|Tooltip|ClickAwayListener)') },
  {
    name: 'modal',
    priority: 1,
    test: mui(
      '(Modal|Backdrop|Fade|Grow|Popover|Menu|MenuItem|MenuList|Divider|Unstable_TrapFocus|Dialog[A-Za-z]*|Slide)',
    ),
  },
  {
    name: 'input',
    priority: 1,
    test: mui('(InputBase|OutlinedInput|InputAdornment|FormControl|FormLabel|FormHelperText)'),
  },
  { name: 'select', test: mui('(Select|NativeSelect|TextField|FilledInput|Input|InputLabel)') },
  { name: 'toggle', test: mui('ToggleButton[A-Za-z]*') },
  { name: 'table', test: mui('(Table[A-Za-z]*|Toolbar|Badge)') },
  // Apart from the actions of lists, since the sign-in page has the icon too.
  { name: 'visibility', priority: 1, test: /@mui\/icons-material\/VisibilityOutlined\.m?js$/ },
  // The icons of the frame, which some screens have too.
  {
    name: 'frame-icons',
    test: /@mui\/icons-material\/((CloudOff|EvStation|Group|Groups|Person|Place|ReceiptLong|Replay|Sensors|Settings|Tune)Outlined|Search)\.m?js$/,
  },
  // Small pieces of nearly every list: actions with their icons, and declared fields. A chunk of each would lengthen the
  // list of what each screen loads.
  {
    name: 'record',
    test: /(base\/src\/record\.ts|kit\/record-(grid|actions)\.ts|icons-material\/(Add|DeleteOutlined|EditOutlined)\.m?js)$/,
  },
  { name: 'checks', test: /\/packages\/base\/src\/(field-checks|identifiers)\.ts$/ },
  { name: 'form', test: packages('react-hook-form', '@hookform/resolvers') },
  {
    name: 'ui',
    priority: 3,
    test: mui(
      '(styles|utils|zero-styled|SvgIcon|ButtonBase|Button|ButtonGroup|IconButton|Paper|Card|Typography|Link|Alert|Skeleton|Box|Stack|CircularProgress|CssBaseline|GlobalStyles|List|ListItem|ListItemButton|ListItemIcon|ListItemText|Portal|useMediaQuery)',
    ),
  },
]

export default defineConfig({
  root: 'web',
  plugins: [driverDocument, noServerCode, zodWithoutJsonSchema, leanContracts, react(), retriedParts, apiViewer, guide],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The size budgets follow it from entry to entry (.size-limit.js).
    manifest: true,
    // What a part needs is fetched with the part: fetched ahead without a network, it would be marked as failed for good.
    modulePreload: {
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter(f => f.endsWith('.css')),
    },
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      input: ['web/index.html', 'web/pay.html', 'web/app/help.ts'].map(f => join(import.meta.dirname, f)),
      // Without the chunk's name: the first script lists the files of every screen, and names were a tenth of the shell's own
      // code (2.4 KB gzip). Seven of eight letters of the hash save 0.3 KB more. The manifest and `npm run bundle` say what each is.
      output: { codeSplitting: { groups }, chunkFileNames: 'assets/[hash:7].js' },
    },
  },
  server: {
    proxy: { '/cms': server, '/auth': server, '/public': server, '/docs': server, '/help': server, '/health': server },
  },
})
