// As much of HAProxy as a cluster needs, called as HAProxy is: `node testing/haproxy-process.ts -f FILE`. It reads the
// configuration that tools/cluster/proxy.ts writes (its sections with their servers and checks; what is for chargers goes to
// ocpp, all else to api, and to any of them while none is well) and takes the commands that the cluster sends. Bytes are passed
// on as they are: a connection goes where its first request belongs.
import { readFileSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { parseArgs } from 'node:util'

type Server = { name: string; address: string; isUp: boolean; isUsed: boolean; links: Set<Socket> }
type Pool = { name: string; port: number; isChecked: boolean; isFront: boolean; servers: Server[] }

const CHECK_EVERY_MS = 100
const { values } = parseArgs({
  options: {
    f: { type: 'string', short: 'f' },
    d: { type: 'boolean', short: 'd' },
    b: { type: 'boolean', short: 'b' },
  },
})
const text = readFileSync(values.f ?? '', 'utf8')
const control = /stats socket (\S+)/.exec(text)?.[1] ?? ''
const pools = text
  .split(/^(?=frontend|backend|listen)/m)
  .slice(1)
  .map(poolOf)

function poolOf(section: string): Pool {
  const [, name = ''] = /^\w+ (\S+)/.exec(section) ?? []
  const [, port] = /bind 127\.0\.0\.1:(\d+)/.exec(section) ?? []
  const isChecked = section.includes('option httpchk')
  const servers = [...section.matchAll(/^ {2}server (\S+) (\S+)(.*)$/gm)].map(
    ([, server = '', address = '', more = '']) => ({
      name: server,
      address,
      isUp: !isChecked,
      isUsed: !more.includes('disabled'),
      links: new Set<Socket>(),
    }),
  )
  return { name, port: Number(port ?? 0), isChecked, isFront: section.startsWith('frontend'), servers }
}

const poolNamed = (name: string) => pools.find(p => p.name === name)
const open = ({ address }: Server) =>
  address.startsWith('unix@') ? connect(address.slice(5)) : connect(Number(address.split(':')[1]), '127.0.0.1')

/** Passes a connection on to the free server of a pool with the fewest, or ends it. */
function pass(near: Socket, pool: Pool | undefined, first?: Buffer): void {
  const [server] = (pool?.servers ?? []).filter(s => s.isUsed && s.isUp).toSorted((a, b) => a.links.size - b.links.size)
  if (!server) return void near.destroy()
  const far = open(server)
  server.links.add(near)
  if (first) far.write(first)
  near.pipe(far)
  far.pipe(near)
  const end = () => {
    server.links.delete(near)
    near.destroy()
    far.destroy()
  }
  for (const s of [near, far]) s.on('error', end).on('close', end)
}
/** Where a request belongs, by its first bytes. */
function backendOf(first: Buffer): Pool | undefined {
  const [, path = ''] = first.toString('latin1').split(' ')
  const role = path.startsWith('/ocpp') ? 'ocpp' : 'api'
  const pool = poolNamed(role)
  return pool?.servers.some(s => s.isUp) ? pool : poolNamed(`${role}-any`)
}
for (const pool of pools.filter(p => p.port > 0))
  createServer(near => {
    near.on('error', () => undefined)
    if (!pool.isFront) return pass(near, pool)
    near.once('data', first => pass(near, backendOf(first), first))
  }).listen(pool.port, '127.0.0.1')

for (const pool of pools.filter(p => p.isChecked))
  setInterval(async () => {
    for (const s of pool.servers)
      s.isUp = await fetch(`http://${s.address}/health/serving`, { signal: AbortSignal.timeout(2000) }).then(
        async r => r.ok && (await r.arrayBuffer()) !== undefined,
        () => false,
      )
  }, CHECK_EVERY_MS)

function obey(command: string): string {
  const [, verb, pool = '', name = '', state] =
    /^(show|set server|shutdown sessions server) (?:(\S+)\/(\S+))?(?: state )?(\S*)/.exec(command) ?? []
  if (command === 'show stat')
    return [
      '# pxname,svname,status',
      ...pools.flatMap(p => p.servers.map(s => `${p.name},${s.name},${s.isUsed ? (s.isUp ? 'UP' : 'DOWN') : 'MAINT'}`)),
    ].join('\n')
  const server = poolNamed(pool)?.servers.find(s => s.name === name)
  if (server && verb === 'set server') server.isUsed = state === 'ready'
  if (server && verb === 'shutdown sessions server') for (const link of [...server.links]) link.destroy()
  return ''
}
rmSync(control, { force: true })
createServer({ allowHalfOpen: true }, link => {
  let asked = ''
  link.on('error', () => undefined)
  link.on('data', b => {
    asked += b
  })
  link.on('end', () => link.end(`${obey(asked.trim())}\n`))
}).listen(control)
