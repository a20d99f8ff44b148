// A document as a reply: a file with its name, which no cache keeps. The tag of its data spares a caller who has the file
// already the making and the bytes of it.
import { createReadStream } from 'node:fs'
import type { DocumentRequest } from '@wattdesk/wire/document-calls'
import { readIfMatch, tagOf } from '@wattdesk/wire/tag'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { productVersion } from '#platform/telemetry/version.ts'
import type { Documents } from './documents.ts'

/** A name that every program takes, and the name itself. */
function disposition(fileName: string): string {
  const plain = fileName.replaceAll(/[^\w .()-]/g, '_')
  const whole = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}

/** Answers with the document; with 304 where the caller names the tag of the same one. */
export async function replyWithDocument(
  documents: Documents,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  asked: DocumentRequest,
): Promise<void> {
  // Another version of the product may draw the same data otherwise.
  const tag = tagOf([productVersion(), asked])
  reply.headers({ etag: tag, 'cache-control': 'private, no-store' })
  const held = readIfMatch(request.headers['if-none-match'] ?? '')
  if (held === '*' || held?.includes(tag)) {
    await reply.code(304).send()
    return
  }
  const { path, type, bytes, fileName, remove } = await documents.make(asked)
  const file = createReadStream(path)
  file.once('close', () => void remove())
  await reply
    .type(type)
    .headers({
      'content-length': bytes,
      'content-disposition': disposition(fileName),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    .send(file)
}
