// Secrets on their way through the product: which fields of bodies are declared secret, and that a key or password can
// be read nowhere once sent: not in the database, a reply, an event or the product's own log (D-GEN-15, D-OCPP-9).
import { masked } from '@wattdesk/base/secret'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { PASSWORD, type Person, startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'

let t: TestApp
let ws: string
const logged: string[] = []
const told: string[] = []
beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) })
  t = await startApp({ log })
  ws = (await t.listen()).ws
  t.services.bus.onEvent(e => told.push(JSON.stringify(e)))
})
afterAll(() => t.close())

/** Every row of every table, as text. */
async function everyRow(except: readonly string[] = []): Promise<string> {
  const { rows } = await sql<{ name: string }>`select c.oid::regclass::text as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`.execute(t.db)
  let all = ''
  for (const { name } of rows.filter(r => !except.includes(r.name))) {
    const { rows: texts } = await sql<{ text: string | null }>`
      select string_agg(x::text, ${'\n'}) as text from ${sql.raw(name)} x`.execute(t.db)
    all += `${name}: ${texts[0]?.text ?? ''}\n`
  }
  return all
}
const read = async (who: Person, path: string) =>
  (await t.app.inject({ url: `/cms/v1/${path}`, headers: await t.as(who) })).body
/** The lines of a table's text that show a secret in clear. */
const linesWith = (text: string, secret: string) => text.split('\n').filter(line => line.includes(secret))

test.each([
  ['AuthorizationKey', 'c0ffee00'.repeat(5)],
  ['WifiPassword', 'a phrase for the depot'],
])('a %s that is sent to a charger is kept and told nowhere', async (customConfKey, secret) => {
  const c = await TestCharger.open(ws, 'DC-1')
  c.onCall = () => ({ status: 'Accepted' })
  await c.boot()
  const r = await t.app.inject({
    method: 'POST',
    url: '/cms/v1/remote/operation',
    headers: await t.as('admin'),
    payload: {
      chargerId: 'DC-1',
      remoteOperationType: 'ChangeConfiguration',
      parameters: { keyType: 'Custom', customConfKey, customConfValue: secret },
    },
  })
  expect(r.statusCode, r.body).toBe(200)
  const { taskId } = r.json()
  let frame = await c.nextCall('ChangeConfiguration')
  // After the boot the product sets keys of its own; only the operator's call carries the secret.
  while ((frame[3] as { key: string }).key !== customConfKey) frame = await c.nextCall('ChangeConfiguration')
  expect(frame[3]).toEqual({ key: customConfKey, value: secret })
  const task = () => read('admin', `remote/operation/charger/DC-1/task/${taskId}`)
  await expect.poll(async () => JSON.parse(await task()).data.status).toBe('COMPLETED')
  const { teamId, companyId } = t.world.one
  const replies = [
    r.body,
    await task(),
    await read('admin', `team/${companyId}/audit?page=1&pageSize=100`),
    await read('admin', `audit/ChargerPoint/${t.world.chargers.dc.pk}`),
    await read('admin', `team/${teamId}/charger/DC-1`),
    await read('admin', `team/${teamId}/charger/DC-1/log`),
  ]
  await expect.poll(async () => (await everyRow()).includes(customConfKey)).toBe(true)
  for (const [where, text] of Object.entries({
    replies: replies.join('\n'),
    database: await everyRow(),
    events: told.join('\n'),
    log: logged.join('\n'),
  }))
    expect(linesWith(text, secret), where).toEqual([])
  // The audit log keeps that the key was sent, and by whom.
  const { rows } = await sql<{ entry: string }>`select username || ' ' || coalesce(after::text, '') as entry
    from audit_entry where action = 'ChangeConfiguration' order by id desc limit 1`.execute(t.db)
  expect(rows[0]?.entry).toMatch(new RegExp(`^admin .*${customConfKey}.*•••`))
  await c.close()
})

test('a value that is no secret can be read again', async () => {
  const parameters = { keyType: 'Custom', customConfKey: 'HeartbeatInterval', customConfValue: '290' }
  const payload = { chargerId: 'DC-1', remoteOperationType: 'ChangeConfiguration', parameters }
  const headers = await t.as('operator')
  await t.app.inject({ method: 'POST', url: '/cms/v1/remote/operation', headers, payload })
  const { rows } = await sql<{ after: object }>`select after from audit_entry
    where action = 'ChangeConfiguration' order by id desc limit 1`.execute(t.db)
  expect(rows[0]?.after).toMatchObject({ customConfKey: 'HeartbeatInterval', customConfValue: '290' })
})

test('a password is kept and told nowhere, neither as typed nor as it travels', async () => {
  const fresh = 'another#Pass1'
  const payload = { old_password: encodePassword(PASSWORD), new_password: encodePassword(fresh) }
  const headers = await t.as('finance')
  const r = await t.app.inject({ method: 'POST', url: '/auth/changepwd', headers, payload })
  expect(r.statusCode).toBe(200)
  const all = [await everyRow(), told.join('\n'), logged.join('\n')].join('\n')
  for (const secret of [fresh, PASSWORD, encodePassword(fresh), encodePassword(PASSWORD)])
    expect(linesWith(all, secret)).toEqual([])
})

test('the token of a company is in its record and nowhere else', async () => {
  const { companyId } = t.world.one
  const { data } = JSON.parse(
    (await t.app.inject({ url: `/cms/v2/company/${companyId}`, headers: await t.as('root') })).body,
  )
  const body = (token: string) => ({
    ...data,
    address: undefined,
    domain: 'one',
    provider: { name: 'One' },
    emailId: 'one@example.com',
    rootUser: 'one',
    companyProtocolType: 'ocpi',
    token,
    endpoint: 'https://ocpi.example/',
    partyId: 'ONE',
  })
  for (const token of ['roaming-phrase-1', 'roaming-phrase-2']) {
    const payload = body(token)
    const headers = await t.as('root')
    const r = await t.app.inject({ method: 'PUT', url: `/cms/v1/company/${companyId}`, headers, payload })
    expect(r.statusCode, r.body).toBe(200)
  }
  const all = [await everyRow(['company']), told.join('\n'), logged.join('\n')].join('\n')
  for (const token of ['roaming-phrase-1', 'roaming-phrase-2']) expect(linesWith(all, token)).toEqual([])
  const { rows } = await sql<{ before: object; after: object }>`select before, after from audit_entry
    where feature = 'Company' and record_id = ${String(companyId)} order by id desc limit 1`.execute(t.db)
  expect(rows[0]).toEqual({ before: { token: '•••' }, after: { token: '•••' } })
})

/** Names that speak of a secret. A field that is called so and is none is listed with the reason. */
const SPEAKS = /passw|secret|token|otp|(^|_)pin$|credential|authorization|customConfValue/i
const HARMLESS: Record<string, string> = {
  'POST /cms/v1/remote/operation parameters.localAuthorizationList': 'Tags, which lists of tags show.',
  'POST /cms/v1/team/{teamId}/tags tokenType': 'The kind of a card, which lists of tags show.',
  'PUT /cms/v1/tag/{id} tokenType': 'The kind of a card, which lists of tags show.',
}
type Def = { shape?: Record<string, z.ZodType>; element?: z.ZodType; options?: readonly z.ZodType[] } & Partial<
  Record<'innerType' | 'in' | 'out' | 'left' | 'right', z.ZodType>
>
/** The ways to every field of a shape. */
function waysTo(schema: z.ZodType): string[][] {
  const def = schema.def as Def
  const through = [def.innerType, def.in, def.out, def.left, def.right, def.element, ...(def.options ?? [])]
  const here = Object.entries(def.shape ?? {}).flatMap(([name, s]) => [[name], ...waysTo(s).map(way => [name, ...way])])
  return [...here, ...through.flatMap(s => (s ? waysTo(s) : []))]
}
test('every field of a body whose name speaks of a secret is declared one', () => {
  let found = 0
  const open = t.app.endpoints.flatMap(e =>
    e.body
      ? waysTo(e.body as z.ZodType).flatMap(way => {
          const field = `${e.method} ${e.path} ${way.join('.')}`
          if (!SPEAKS.test(way.at(-1) ?? '') || HARMLESS[field]) return []
          found++
          // Some fields are secret only by the field beside them: here with a key whose value is secret.
          const leaf = { confKey: 'AuthorizationKey', [way.at(-1) ?? '']: 'clear-text' }
          const value = way.slice(0, -1).reduceRight<object>((inner, name) => ({ [name]: inner }), leaf)
          return JSON.stringify(masked(e.body as z.ZodType, value)).includes('clear-text') ? [field] : []
        })
      : [],
  )
  expect(open).toEqual([])
  expect(found).toBeGreaterThan(7)
})
