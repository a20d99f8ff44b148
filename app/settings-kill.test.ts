// Kills the whole product while it sends keys to charge points again. After the next start the product reads these keys from
// each charge point, ends or continues each item by the value that it reads, and shows that value (CAMP-07, S-CONFIG).
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { required, templateBody } from '#control/settings-templates/test-settings.ts'
import type { BulkAction, BulkItem } from '#desk/bulk-actions/bulk-action.contract.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { openDb } from '#platform/db/db.ts'
import { TestCharger } from '#testing/charger.ts'
import { freePort, Product } from '../bench/kills-product.ts'
import { newFolder } from '../bench/stand.ts'
import { fillWorld, identityOf, KEY, PASSWORD, USERNAME } from '../bench/world.ts'
import { openStore } from './start.ts'

const TEAM = 1
const PATIENCE_MS = 60_000
const [TAKES, REFUSES] = [0, 1].map(identityOf) as [string, string]

let p: Product
beforeAll(async () => {
  const folder = newFolder()
  const { connection, embedded } = await openStore({ databaseUrl: undefined, dataFolder: folder })
  const db = openDb(connection)
  await fillWorld(db, 2)
  await db.destroy()
  await embedded?.stop()
  p = new Product(folder, await freePort())
  await p.start()
}, 120_000)
afterAll(async () => {
  await p.stop()
  rmSync(p.folder, { recursive: true, force: true })
})

async function call<T>(method: 'GET' | 'POST', path: string, payload?: object): Promise<T> {
  const signedIn = await fetch(`${p.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: USERNAME, password: encodePassword(PASSWORD) }),
  })
  const { data } = (await signedIn.json()) as { data: { access_token: string } }
  const r = await fetch(`${p.url}/${path}`, {
    method,
    headers: { authorization: `Bearer ${data.access_token}`, 'content-type': 'application/json' },
    ...(payload && { body: JSON.stringify(payload) }),
  })
  const reply = (await r.json()) as T & { message?: string }
  expect([r.ok, reply.message]).toEqual([true, reply.message])
  return reply
}

type Keys = Record<string, string>
/** A charger that tells its keys; a change is left without an answer where `onChange` returns none. */
async function connect(id: string, keys: Keys, onChange: (key: string, value: string) => string | undefined) {
  const headers = { authorization: `Basic ${Buffer.from(`${id}:${KEY}`).toString('base64')}` }
  const c = await TestCharger.open(p.url.replace('http', 'ws'), id, { headers })
  c.onCall = (action, payload) => {
    const { key, value } = payload as { key?: string | string[]; value: string }
    if (action === 'ChangeConfiguration') {
      const status = keys[String(key)] === undefined ? 'NotSupported' : onChange(String(key), value)
      return status === undefined ? undefined : { status }
    }
    if (action !== 'GetConfiguration') return { status: 'Accepted' }
    const names = (key as string[] | undefined) ?? Object.keys(keys)
    const known = names.filter(k => k in keys)
    return {
      configurationKey: known.map(k => ({ key: k, readonly: false, value: keys[k] })),
      unknownKey: names.filter(k => !(k in keys)),
    }
  }
  return c
}

test('killed while keys are on their way: told values are read again, and each item ends by them', async () => {
  const [taking, refusing]: [Keys, Keys] = [
    { BlinkRepeat: '1', HeartbeatInterval: '60' },
    { BlinkRepeat: '1', HeartbeatInterval: '60' },
  ]
  const take = (keys: Keys) => (key: string, value: string) => {
    keys[key] = value
    return 'Accepted'
  }
  // Takes the value, and the product is gone before it hears so; the other one keeps the value it had.
  const silent = [
    await connect(TAKES, taking, (key, value) => {
      if (key === 'BlinkRepeat') taking[key] = value
      return undefined
    }),
    await connect(REFUSES, refusing, () => undefined),
  ]
  for (const c of silent) await c.boot()
  for (const chargerId of [TAKES, REFUSES])
    await call('POST', 'cms/v1/remote/operation', {
      chargerId,
      remoteOperationType: 'GetConfiguration',
      parameters: { key: [] },
    })
  const pks = (await p.ask<{ pk: number }>('select chargepoint_pk as pk from charger order by 1')).map(r => r.pk)
  const keys = [required('BlinkRepeat', '3'), required('HeartbeatInterval', '300')]
  await call('POST', `cms/v1/team/${TEAM}/settings-templates`, templateBody('Killed', { chargers: pks, keys }))
  const drift = () =>
    p.ask<{ id: string; key: string; told: string }>(`select c.chargepoint_id as id, d.key, d.told
      from settings_drift d join charger c using (chargepoint_pk) order by 1, 2`)
  await vi.waitFor(async () => expect(await drift()).toHaveLength(4), PATIENCE_MS)

  const { data: action } = await call<{ data: BulkAction }>('POST', `cms/v1/team/${TEAM}/bulk-actions`, {
    requestKey: randomUUID(),
    confirmed: 2,
    chosen: { ids: pks },
    kind: 'PushSettings',
    parameters: { which: 'Required and set by hand' },
  })
  const isSet = (f: unknown[]) => f[2] === 'ChangeConfiguration' && (f[3] as Keys).key === 'BlinkRepeat'
  await Promise.all(silent.map(c => c.next(isSet)))
  await p.kill()
  await Promise.all(silent.map(c => c.closed()))

  await p.start()
  const back = [await connect(TAKES, taking, take(taking)), await connect(REFUSES, refusing, take(refusing))]
  const items = async () =>
    (await call<{ data: BulkItem[] }>('GET', `cms/v1/bulk-action/${action.id}/items?page=1&pageSize=10`)).data
      .map(i => [i.chargepoint_id, i.state, i.outcome])
      .toSorted()
  // Well before a task counts as given up, and before the minute that chargers have to come back is over.
  const expected = [
    [TAKES, 'Done', 'BlinkRepeat: Accepted. HeartbeatInterval: Accepted'],
    [REFUSES, 'Failed', 'BlinkRepeat: The server stopped before the answer, and the value is 1'],
  ]
  await vi.waitFor(async () => expect(await items()).toEqual(expected), PATIENCE_MS)
  expect(await drift()).toEqual([
    { id: REFUSES, key: 'blinkrepeat', told: '1' },
    { id: REFUSES, key: 'heartbeatinterval', told: '60' },
  ])
  expect([taking, refusing]).toEqual([
    { BlinkRepeat: '3', HeartbeatInterval: '300' },
    { BlinkRepeat: '1', HeartbeatInterval: '60' },
  ])
  await Promise.all(back.map(c => c.close()))
}, 180_000)
