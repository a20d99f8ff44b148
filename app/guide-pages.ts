// The guide for operators at /help: readable by everyone, in the brand of the host. Its pages are written in docs/guide and
// made into documents with the portal (tools/guide-build.ts).
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { escaped } from '@wattdesk/base/text'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandLabel, brandOf } from '#office/brand/brand.rules.ts'
import { NOT_FOUND } from './pages.ts'

/** Documents by page ('' is the first), addresses by screen, colours by brand. */
type Guide = {
  documents: Record<string, string>
  screens: Record<string, string>
  colors: Record<string, { light: string; dark: string }>
}
const BUILT = fileURLToPath(new URL('../dist/web/help/guide.json', import.meta.url))
const PLACE = /%brand\.(\w+)%/g

function inBrand(document: string, { colors }: Guide, host: string): string {
  const { name, logo, favicon, supportEmail } = brandOf(host)
  const { light = '', dark = '' } = colors[brandLabel(host)] ?? colors.default ?? {}
  const values: Record<string, string> = { name, logo, favicon, support: supportEmail, light, dark }
  return document.replaceAll(PLACE, (_, key: string) => escaped(values[key] ?? ''))
}

/** The address of the guide's section for a screen, by the form of the screen's address; a tab may have a section of its own. */
const sectionFor = ({ screens }: Pick<Guide, 'screens'>, form: string, tab: string | undefined): string =>
  screens[`${form}?tab=${tab}`] ?? screens[form] ?? '/help'

/** Serves the guide; `file` is what the build wrote. */
export function guidePages(app: FastifyInstance, file: string = BUILT): void {
  let read: Guide | undefined
  const guide = (): Guide | undefined => {
    if (!read && existsSync(file)) read = JSON.parse(readFileSync(file, 'utf8')) as Guide
    return read
  }
  const show = (request: FastifyRequest, reply: FastifyReply, page: string) => {
    const built = guide()
    const document = built && Object.hasOwn(built.documents, page) ? built.documents[page] : undefined
    if (!built || document === undefined) return reply.code(404).send({ success: false, message: NOT_FOUND })
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(inBrand(document, built, request.host))
  }
  app.get('/help', (request, reply) => show(request, reply, ''))
  app.get<{ Params: { page: string } }>('/help/:page', (request, reply) => show(request, reply, request.params.page))
  // The help button of a screen: `/help/for/charger/{id}?tab=logs`.
  app.get<{ Params: { '*': string }; Querystring: { tab?: string } }>('/help/for/*', (request, reply) => {
    const { tab } = request.query
    return reply.redirect(sectionFor(guide() ?? { screens: {} }, `/${request.params['*']}`, `${tab}`))
  })
}
