// The raw limit: a bare ws server that parses every call and answers it from memory. With `--insert` it also writes
// every call to PostgreSQL before the answer, in batched inserts: calls during an insert go into the next insert.
// Beside OCPP it takes a click (POST /click/{identity} sends that charger a call) and streams the received messages
// (GET /events).
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'
import { startPostgres } from '#platform/db/embedded.ts'

type Row = { identity: string; text: string; done: () => void }
type Payload = { status?: string; connectorId?: number }

/** The PostgreSQL of DATABASE_URL, which several servers may share, or one of its own. */
async function database(): Promise<{ config: pg.ClientConfig; stop: () => Promise<void> }> {
  const { DATABASE_URL: url, WATTDESK_DATA: folder } = process.env
  if (url) return { config: { connectionString: url }, stop: async () => undefined }
  if (!folder) throw new Error('DATABASE_URL names a database, or WATTDESK_DATA the folder of a new one')
  return startPostgres(join(folder, 'db'))
}

async function inserts(): Promise<{ add: (row: Row) => void; stop: () => Promise<void> }> {
  const server = await database()
  const client = new pg.Client(server.config)
  await client.connect()
  await client.query(
    'create table if not exists message (at timestamptz not null, identity text not null, message text not null)',
  )
  let waiting: Row[] = []
  let isWriting = false
  const write = async () => {
    isWriting = true
    while (waiting.length > 0) {
      const rows = waiting
      waiting = []
      await client.query({
        name: 'insert',
        text: 'insert into message select now(), * from unnest($1::text[], $2::text[])',
        values: [rows.map(r => r.identity), rows.map(r => r.text)],
      })
      for (const r of rows) r.done()
    }
    isWriting = false
  }
  return {
    add: row => {
      waiting.push(row)
      // After the sockets that are readable now have been read.
      if (!isWriting && waiting.length === 1) setImmediate(() => isWriting || void write())
    },
    stop: async () => {
      await client.end()
      await server.stop()
    },
  }
}

let lastTransaction = 0
const answers: Record<string, () => object> = {
  BootNotification: () => ({ status: 'Accepted', currentTime: new Date().toISOString(), interval: 300 }),
  Heartbeat: () => ({ currentTime: new Date().toISOString() }),
  Authorize: () => ({ idTagInfo: { status: 'Accepted' } }),
  StartTransaction: () => ({ transactionId: ++lastTransaction, idTagInfo: { status: 'Accepted' } }),
  StopTransaction: () => ({ idTagInfo: { status: 'Accepted' } }),
}
const nothing = () => ({})

const log = process.argv.includes('--insert') ? await inserts() : undefined
const stations = new Map<string, WebSocket>()
const readers = new Set<ServerResponse>()
const wss = new WebSocketServer({ noServer: true, perMessageDeflate: false, clientTracking: false })

const PAGE = `<!doctype html><title>Raw</title><p id="status"></p><script>
new EventSource('/events').onmessage = e => { document.getElementById('status').textContent = JSON.parse(e.data).status }
</script>`
const http = createServer((request, response) => {
  const [, kind, identity = ''] = (request.url ?? '').split('/')
  if (kind === 'click') {
    const send = () => {
      stations.get(identity)?.send('[2,"1","Reset",{"type":"Soft"}]')
      response.end('{}')
    }
    if (log) log.add({ identity, text: 'Reset', done: send })
    else send()
  } else if (kind === 'events') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n')
    readers.add(response)
    response.on('close', () => readers.delete(response))
  } else response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
})

http.on('upgrade', (request, socket, head) =>
  wss.handleUpgrade(request, socket, head, ws => {
    const identity = request.url?.split('/').at(-1) ?? ''
    stations.set(identity, ws)
    ws.on('close', () => stations.delete(identity))
    ws.on('error', error => console.error(error.message))
    ws.on('message', data => {
      const text = String(data)
      const [type, id, action, payload] = JSON.parse(text) as [number, string, string, Payload]
      if (type !== 2) return
      const answer = () => {
        ws.send(`[3,"${id}",${JSON.stringify((answers[action] ?? nothing)())}]`)
        if (action === 'StatusNotification')
          for (const r of readers) r.write(`data: ${JSON.stringify({ status: payload.status })}\n\n`)
      }
      if (log) log.add({ identity, text, done: answer })
      else answer()
    })
  }),
)

http.listen(Number(process.env.PORT), '127.0.0.1', () => {
  const at = http.address()
  console.log(`ready http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`)
})
process.on('SIGTERM', () => {
  const end = log?.stop() ?? Promise.resolve()
  end.then(
    () => process.exit(0),
    error => {
      console.error(error)
      process.exit(1)
    },
  )
})
