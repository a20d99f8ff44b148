// Imports a file of RFID tags with bad rows into a running product and says how long each step takes.
// node bench/import.ts --url http://127.0.0.1:8080 --username operator --password … [--rows 50000] [--bad 0.01] [--kind tags|chargers]
import { parseArgs } from 'node:util'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    username: { type: 'string', default: 'operator' },
    password: { type: 'string', default: '' },
    rows: { type: 'string', default: '50000' },
    bad: { type: 'string', default: '0.01' },
    kind: { type: 'string', default: 'tags' },
    prefix: { type: 'string', default: `B${Date.now().toString(36)}` },
    back: { type: 'boolean', default: false },
  },
})
const [rows, bad] = [Number(values.rows), Number(values.bad)]
const every = bad > 0 ? Math.round(1 / bad) : Number.POSITIVE_INFINITY
const { url, kind, prefix } = values

const isBad = (i: number) => i % every === every - 1
const files: Record<string, () => string> = {
  tags: () =>
    `RFID Tag,Expiry Date,Balance Amount,Notes\n${Array.from(
      { length: rows },
      (_, i) => `${prefix}${i},${isBad(i) ? 'never' : '2030-12-31'},${i % 10 === 0 ? 100 : ''},moved in`,
    ).join('\n')}\n`,
  chargers: () =>
    `Charger ID,Charger Name,Latitude,Longitude,City,Connector 1 Type,Connector 1 kW,Connector 1 Price Group\n${Array.from(
      { length: rows },
      (_, i) => `${prefix}-${i},Charger ${i},${isBad(i) ? 200 : 12.9},77.6,Bengaluru,CCS Type 2,60,${prefix}`,
    ).join('\n')}\n`,
  'price-groups': () => `Name,Price Type,Price per kWh\n${prefix},kwh,18\n`,
}

type Import = {
  id: number
  state: string
  counts: object
  done: number
  columns: object
  fault: string | null
  place: number
}
const signedIn = await fetch(`${url}/auth/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username: values.username, password: encodePassword(values.password) }),
})
const { access_token: token, ...session } = (
  (await signedIn.json()) as { data: { access_token: string; user?: { teamId?: number } } }
).data
const authorization = `Bearer ${token}`
async function ask<T>(method: string, path: string, body?: string | object): Promise<T> {
  const isFile = typeof body === 'string'
  const r = await fetch(`${url}/cms/v1/${path}`, {
    method,
    headers: {
      authorization,
      ...(body && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body && { body: isFile ? body : JSON.stringify(body) }),
  })
  const reply = (await r.json()) as { data: T }
  if (!r.ok) throw new Error(`${path}: ${r.status} ${JSON.stringify(reply)}`)
  return reply.data
}
const teamId = Number(
  process.env.TEAM_ID ??
    session.user?.teamId ??
    (await ask<{ roles: { teamId: number }[] }>('GET', 'profile')).roles[0]?.teamId,
)

async function timed<T>(what: string, run: () => Promise<T>): Promise<T> {
  const at = performance.now()
  const result = await run()
  console.log(`${what}: ${((performance.now() - at) / 1000).toFixed(1)} s`)
  return result
}
async function ended(id: number): Promise<Import> {
  for (;;) {
    const i = await ask<Import>('GET', `network-import/${id}`)
    if (!['Checking', 'Importing', 'Taking back'].includes(i.state)) return i
    await new Promise(ok => setTimeout(ok, 250))
  }
}
async function bring(of: string): Promise<Import> {
  const file = files[of]?.() ?? ''
  console.log(`${of}: ${(file.length / 1e6).toFixed(2)} MB`)
  const { id, columns } = await timed('sent and read', () =>
    ask<Import>('POST', `team/${teamId}/network-imports?kind=${of}&file_name=bench.csv`, file),
  )
  await ask('POST', `network-import/${id}/check`, { columns })
  const checked = await timed('checked', () => ended(id))
  console.log(checked.state, checked.counts, checked.fault)
  await ask('POST', `network-import/${id}/run`, { mode: 'good' })
  const done = await timed('imported', () => ended(id))
  console.log(done.state, done.done, done.fault)
  return done
}
if (kind === 'chargers') await bring('price-groups')
const { id } = await bring(kind)
const again = await ask<Import>(
  'POST',
  `team/${teamId}/network-imports?kind=${kind}&file_name=again.csv`,
  files[kind]?.() ?? '',
)
await ask('POST', `network-import/${again.id}/check`, { columns: again.columns })
console.log('again', (await timed('checked again', () => ended(again.id))).counts)
if (values.back) {
  await ask('POST', `network-import/${id}/take-back`)
  const back = await timed('taken back', () => ended(id))
  console.log(back.state, back.done, back.fault)
}
