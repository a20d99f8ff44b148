// The address where charge points leave their files, by HTTP PUT or POST, the file as the whole body or in a form, with
// or without its name behind the address (S-FILES). The secret in the address is all that is asked for. The bytes go to
// the file store as they come.
import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { fail, found } from '@wattdesk/wire/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FILE_TOO_LARGE, keepFile, LARGEST_FILE_BYTES, MISSING, openDoor } from './charger-file.commands.ts'
import { addressed, DOOR, plainName } from './charger-file.rules.ts'

/**
 * Charge points try again while an earlier attempt still hangs; any attempt beyond this many comes from somebody else.
 */
const MOST_AT_ONCE = 3
/** A charge point that sends nothing for this long has gone. */
const SILENT_MS = 120_000
const FORM_LIMITS = { files: 1, fields: 20, fieldSize: 1000, fieldNameSize: 100, fileSize: LARGEST_FILE_BYTES + 1 }

type Came = { name: string | undefined; stream: Readable; isWhole: () => boolean }

export function chargerDoorRoutes(app: FastifyInstance): void {
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, { limits: FORM_LIMITS, throwFileSizeLimit: false })
    // The handler reads the bytes as they come, whatever they are said to be.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.route({
      method: ['PUT', 'POST'],
      url: `${DOOR}/*`,
      config: { mayArriveSlowly: true },
      handler: take,
    })
  })

  const underWay = new Map<string, number>()

  async function take(request: FastifyRequest, reply: FastifyReply): Promise<object> {
    // The connection closes after the reply: the rest of a refused file is not read.
    reply.header('connection', 'close')
    const { secret, name } = found(addressed((request.params as { '*': string })['*']), MISSING)
    const door = await openDoor(app.services, secret)
    if (Number(request.headers['content-length'] ?? 0) > LARGEST_FILE_BYTES + 10_000) fail(413, FILE_TOO_LARGE)
    const others = underWay.get(secret) ?? 0
    if (others >= MOST_AT_ONCE) fail(429, 'Too many files are on their way to this address')
    underWay.set(secret, others + 1)
    const { raw } = request
    raw.setTimeout(SILENT_MS, () => raw.destroy())
    try {
      const file = request.isMultipart()
        ? await inForm(request, name)
        : { name, stream: raw, isWhole: () => raw.complete }
      await keepFile(app.services, door, { ...file, name: file.name ?? nameIn(request) })
    } finally {
      raw.setTimeout(0)
      const left = (underWay.get(secret) ?? 1) - 1
      if (left > 0) underWay.set(secret, left)
      else underWay.delete(secret)
    }
    return { success: true, message: 'OK', data: null }
  }
}

/** The first file of a form, which ends with an error where the form breaks off. */
async function inForm(request: FastifyRequest, name: string | undefined): Promise<Came> {
  const part = await request.file().catch(() => fail(422, 'The form could not be read'))
  if (!part) fail(422, 'The form holds no file')
  const { file } = part
  file.on('error', () => undefined)
  request.raw.once('close', () => {
    if (!request.raw.complete) file.destroy(new Error('The form broke off'))
  })
  return { name: name ?? plainName(part.filename), stream: file, isWhole: () => !file.truncated }
}

/** The name that a header gives the file. */
function nameIn(request: FastifyRequest): string | undefined {
  const given = /filename="?([^";]+)"?/i.exec(request.headers['content-disposition'] ?? '')?.[1]
  return plainName(given)
}
