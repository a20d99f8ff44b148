// The reference of the API: a page for people at /docs/api, and files for programs beside it. The page is drawn by a viewer
// that ships with the product and is loaded here alone (vite.config.ts); without it, or without scripts, the page is a table.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { escaped } from '@wattdesk/base/text'
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { apiDocument, type Example } from './document.ts'
import { postmanCollection } from './postman.ts'
import type { Json } from './shapes.ts'

const ASSETS = fileURLToPath(new URL('../../dist/web/assets', import.meta.url))
/** Read when they are asked for, and no import: the compiler would make a type of all of them. */
const EXAMPLES = new URL('./examples.json', import.meta.url)
const readExamples = () => JSON.parse(readFileSync(EXAMPLES, 'utf8')) as Record<string, Example>
const VIEWER = /^api-reference-[\w.]+\.js$/
const viewerFile = (): string | undefined =>
  existsSync(ASSETS) ? readdirSync(ASSETS).find(name => VIEWER.test(name)) : undefined

const rightOf = (e: AnyEndpoint) => (typeof e.can === 'string' ? e.can : (e.can as readonly string[]).join(' or '))
const row = (e: AnyEndpoint) =>
  `<tr><td><code>${e.method}</code></td><td><code>${escaped(e.path)}</code></td><td>${escaped(e.summary)}</td><td>${escaped(rightOf(e))}</td></tr>`

const STYLE = `body{font:14px/1.5 system-ui,sans-serif;margin:0;color-scheme:light dark}
header.files{display:flex;flex-wrap:wrap;gap:4px 20px;padding:10px 16px;border-bottom:1px solid #8884;color:var(--scalar-color-1,inherit)}
header.files a{color:inherit}
.list{margin:24px auto;max-width:1100px;padding:0 16px;overflow-x:auto}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:8px 12px 8px 0;border-bottom:1px solid #8884;vertical-align:top}`

const page = (endpoints: readonly AnyEndpoint[], viewer: string | undefined) => {
  const table = `<main class="list"><h1>Wattdesk API</h1><table><thead><tr><th>Method</th><th>Path</th><th>What</th><th>Right</th></tr></thead><tbody>
${endpoints
  .toSorted((a, b) => a.path.localeCompare(b.path))
  .map(row)
  .join('\n')}
</tbody></table></main>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Wattdesk API</title><link rel="icon" href="data:,">
<style>${STYLE}</style></head>
<body><header class="files"><strong>Wattdesk API</strong><a href="/docs/api.json" download="wattdesk-api.json">OpenAPI 3.1</a>
<a href="/docs/api/postman.json" download="wattdesk-postman.json">Postman collection</a></header>
${
  viewer
    ? `<div id="reference"></div><noscript>${table}</noscript>
<script src="/assets/${viewer}"></script><script src="/docs/api/start.js"></script>`
    : table
}</body></html>`
}

/** Words and methods with enough contrast to be read, and examples that break their lines instead of being cut off. */
const VIEWER_STYLE = `.light-mode{--scalar-color-green:#04724d;--scalar-color-blue:#0064a3;--scalar-color-orange:#a34700;--scalar-color-red:#b3261e;--scalar-color-yellow:#7a5d00;--scalar-color-2:#595959!important;--scalar-color-3:#5c5c5c!important}
.dark-mode{--scalar-color-3:#a3a3a3}
.sidebar-search-placeholder{color:#5c5c5c}.dark-mode .sidebar-search-placeholder{color:#a3a3a3}
code.hljs.custom-scroll{overflow:visible!important}
code.hljs.custom-scroll,code.hljs.custom-scroll *{white-space:pre-wrap!important;overflow-wrap:anywhere!important}
.markdown pre{max-width:100%;min-width:0}.markdown table{display:block;overflow-x:auto}`

/** Draws the reference. Nothing is asked of other hosts, and what is typed into the page stays in its memory. */
const START = `Scalar.createApiReference('#reference', {
  url: '/docs/api.json',
  proxyUrl: '',
  telemetry: false,
  withDefaultFonts: false,
  persistAuth: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  documentDownloadType: 'none',
  defaultOpenAllTags: false,
  authentication: { preferredSecurityScheme: 'bearer' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  metaData: { title: 'Wattdesk API' },
  theme: 'default',
  customCss: ${JSON.stringify(VIEWER_STYLE)},
})
`

/** Where the caller reached the product: the public address if it was called there, else the host of the request. */
function addressOf({ protocol, host }: FastifyRequest, publicUrl: string): string {
  const isHost = /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host)
  return !isHost || new URL(publicUrl).host === host ? publicUrl : `${protocol}://${host}`
}

/** Serves the page, the description and the collection. */
export function apiReference(app: FastifyInstance): void {
  let described: Json | undefined
  const document = (request: FastifyRequest): Json => {
    const { limits, publicUrl } = app.services
    described ??= apiDocument(app.endpoints, {
      server: publicUrl,
      limits,
      examples: readExamples(),
    })
    return { ...described, servers: [{ url: addressOf(request, publicUrl), description: 'This installation' }] }
  }
  app.get('/docs/api.json', document)
  app.get('/docs/api/postman.json', request => postmanCollection(document(request)))
  app.get('/docs/api/start.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(START))
  app.get('/docs/api', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page(app.endpoints, viewerFile())),
  )
}
