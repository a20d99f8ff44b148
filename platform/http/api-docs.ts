// The API described for people at /docs/api and for programs at /docs/api.json, from the contracts that serve it.

import { escaped } from '@wattdesk/base/text'
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import type { FastifyInstance } from 'fastify'

const rightOf = (e: AnyEndpoint) => (typeof e.can === 'string' ? e.can : (e.can as readonly string[]).join(' or '))

const row = (e: AnyEndpoint) =>
  `<tr><td><code>${e.method}</code></td><td><code>${escaped(e.path)}</code>${(e.aliases ?? [])
    .map(a => `<br><code class="alias">${escaped(a)}</code>`)
    .join('')}</td><td>${escaped(e.summary)}</td><td>${escaped(rightOf(e))}</td></tr>`

const page = (endpoints: readonly AnyEndpoint[]) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Wattdesk API</title>
<style>body{font:14px/1.5 system-ui,sans-serif;margin:24px auto;max-width:1100px;padding:0 16px;color-scheme:light dark}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:8px 12px 8px 0;border-bottom:1px solid #8884;vertical-align:top}.alias{opacity:.75}</style></head>
<body><main><h1>Wattdesk API</h1><p>Every reply is <code>{success, message, data}</code>; lists carry <code>total</code> and the like beside <code>data</code>.
Calls carry <code>Authorization: Bearer …</code> unless anyone may make them: the token of a sign-in, or the secret of an API key. All shapes: <a href="/docs/api.json">OpenAPI 3.1</a>.</p>
<table><thead><tr><th>Method</th><th>Path</th><th>What</th><th>Right</th></tr></thead><tbody>
${endpoints
  .toSorted((a, b) => a.path.localeCompare(b.path))
  .map(row)
  .join('\n')}
</tbody></table></main></body></html>`

export function apiDocs(app: FastifyInstance): void {
  const hide = { schema: { hide: true } as object }
  app.get('/docs/api.json', hide, () => app.swagger())
  app.get('/docs/api', hide, (_request, reply) => reply.type('text/html; charset=utf-8').send(page(app.endpoints)))
}
