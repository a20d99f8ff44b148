// A bucket of the S3 protocol for benchmarks: objects in memory, whole or in part, whatever the signature says.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Place } from '#platform/files/s3-client.ts'

/** Starts a store on a free port of the local machine. */
export async function startObjectStore(): Promise<{ place: S3Place; close: () => Promise<void> }> {
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const name = request.url ?? ''
    if (request.method === 'PUT') {
      objects.set(name, await buffer(request))
      return void response.end()
    }
    const object = objects.get(name)
    if (!object) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (from === undefined) return void response.end(object)
    response.writeHead(206).end(object.subarray(Number(from), Number(last) + 1))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const key = { accessKeyId: 'bench', secretAccessKey: 'bench', sessionToken: undefined }
  return {
    place: { bucket: 'bench', prefix: '', region: 'local', endpoint, ...key },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
