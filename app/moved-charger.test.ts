// A charge point that moves to another team or company, over a real socket: the former owner's requests, their results
// and people's notes stay behind, however they are read; facts about the machine come along (D-CHARGER-12).
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addIncidents } from '#fleet/chargers/charger-form.store.ts'
import { attach } from '#fleet/tags/tag.store.ts'
import { create as createGroup } from '#money/price-groups/price-group.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { bootedCharger, newTag, unique } from '#testing/ocpp.ts'

let t: TestApp
let base: { http: string; ws: string }
let aheadMs = 0
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + aheadMs) })
  base = await t.listen()
})
afterAll(() => t.close())

type Reader = { person: Person; teamId: number }
const call = async ({ person, teamId }: Reader, path: string, method: 'GET' | 'PUT' = 'GET', payload?: object) => {
  const url = `/cms/v1/team/${teamId}/${path}`
  const r = await t.app.inject({ method, url, headers: await t.as(person), ...(payload && { payload }) })
  expect(r.statusCode, `${url} ${r.body}`).toBe(200)
  return r.json()
}
async function asked(id: string, remoteOperationType: string, parameters: object): Promise<string> {
  const payload = { chargerId: id, remoteOperationType, parameters }
  const headers = await t.as('root')
  const r = await t.app.inject({ method: 'POST', url: '/cms/v1/remote/operation', headers, payload })
  expect(r.statusCode, r.body).toBe(200)
  const { taskId } = r.json()
  const ended = () => sql`select from task where task_id = ${taskId} and ended_at is not null`.execute(t.db)
  await vi.waitFor(async () => expect((await ended()).rows).toHaveLength(1), 10_000)
  return taskId
}

const settings = {
  enableNotifications: true,
  notificationRecipients: 'former@example.com',
  notificationFeatures: ['OcppStationBooted'],
}
const answers: Record<string, Record<string, unknown>> = {
  GetDiagnostics: { fileName: 'diag.zip' },
  GetConfiguration: { configurationKey: [{ key: 'HeartbeatInterval', readonly: false, value: '300' }] },
  GetInstalledCertificateIds: {
    status: 'Accepted',
    certificateHashData: [{ hashAlgorithm: 'SHA256', issuerNameHash: 'a1', issuerKeyHash: 'b2', serialNumber: '5e' }],
  },
  UpdateFirmware: {},
}
/** A charge point with a record of every kind, and an address that waits for a file. */
async function filled(teamId: number) {
  const c = await bootedCharger(t, base.ws, { teamId })
  c.onCall = action => answers[action] ?? { status: 'Accepted' }
  const location = `${t.services.publicUrl}/public/charger-file`
  const doors: string[] = []
  for (let i = 0; i < 2; i++) {
    await asked(c.id, 'GetDiagnostics', { location })
    const [, , , sent] = (await c.nextCall('GetDiagnostics')) as unknown as [0, 0, 0, { location: string }]
    doors.push(new URL(sent.location).pathname)
  }
  await fetch(`${base.http}${doors[0]}`, { method: 'PUT', body: 'cards and names' })
  await asked(c.id, 'GetConfiguration', {})
  await asked(c.id, 'ChangeConfiguration', {
    keyType: 'Predefined',
    confKey: 'HeartBeatInterval',
    customConfValue: '99',
  })
  await asked(c.id, 'GetConfiguration', {})
  await asked(c.id, 'ReserveNow', {
    connectorId: 1,
    idTag: unique('R'),
    expiryDate: new Date(t.services.now().getTime() + 3_600_000).toISOString(),
  })
  await asked(c.id, 'GetInstalledCertificateIds', { certificateType: 'CentralSystemRootCertificate' })
  const update = await asked(c.id, 'UpdateFirmware', {
    location: 'https://f.example/a.bin',
    retrieveDate: '2026-01-05T08:00:00Z',
  })
  await c.call('FirmwareStatusNotification', { status: 'Downloading' })
  const fault = { connectorId: 1, status: 'Faulted', errorCode: 'OtherError', info: 'told to the former owner' }
  await c.call('StatusNotification', fault)
  await c.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' })
  await c.boot()
  await addIncidents(t.db, [{ pk: c.pk, category: 'Cable', comment: 'by a driver', createdAt: t.services.now() }])
  return Object.assign(c, { open: doors[1] ?? '', update })
}

/** The records of the charge point that a reader sees, by every way of reading. */
async function seenBy(reader: Reader, pk: number) {
  const of = `charger/${pk}`
  const files = (await call(reader, `${of}/files`)).data as { fileId: number; state: string }[]
  const got = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(async fileId => {
      const url = `/cms/v1/team/${reader.teamId}/${of}/file/${fileId}`
      return (await t.app.inject({ url, headers: await t.as(reader.person) })).statusCode
    }),
  )
  const health = JSON.stringify((await call(reader, `${of}/health`)).data.signs)
  const certificates = await t.app.inject({
    url: `/cms/v1/remote/operation/charger/${pk}/certificates`,
    headers: await t.as(reader.person),
  })
  return {
    files: files.length,
    fetched: got.filter(s => s === 200).length,
    transfers: (await call(reader, `${of}/transfers`)).data.length,
    reservations: (await call(reader, `${of}/reservations`)).data.length,
    incidents: (await call(reader, of)).data.report_issues.length,
    hasError: health.includes('told to the former owner'),
    hasCause: health.includes('UpdateFirmware by root'),
    certificates: certificates.json().data.filter((c: { toldAt: string | null }) => c.toldAt !== null).length,
  }
}
const ALL = { files: 2, fetched: 1, transfers: 1, reservations: 1, incidents: 1, hasError: true, hasCause: true }
const NONE = { files: 0, fetched: 0, transfers: 0, reservations: 0, incidents: 0, hasError: false, hasCause: false }

describe.each([
  ['team of its company', 'viewer', 'admin'],
  ['company', 'stranger', 'root'],
] as const)('to another %s', (to, newcomer, above) => {
  test('the new readers see nothing of the past, those above both see all; an open address is closed', async () => {
    const { one, two, gp } = t.world
    const isSold = to === 'company'
    const c = await filled(isSold ? one.teamId : one.siblingId)
    const teamId = isSold ? two.teamId : one.teamId
    const before: Reader = isSold
      ? { person: 'viewer', teamId: one.teamId }
      : { person: 'admin', teamId: one.siblingId }
    expect(await seenBy(before, c.pk)).toMatchObject(ALL)
    const root: Reader = { person: 'root', teamId: gp }
    await call(root, `charger/${c.pk}`, 'PUT', { settings })
    const config = async (reader: Reader) => (await call(reader, `charger/${c.pk}/config`)).data.keys[0]
    expect(await config(before)).toMatchObject({ value: '300', state: 'differs', wanted: { value: '99', by: 'root' } })
    const idTag = await newTag(t, { teamId: isSold ? one.teamId : one.siblingId })
    const { rows } = await sql<{ pk: number }>`select ocpp_tag_pk as pk from ocpp_tag where id_tag = ${idTag}`.execute(
      t.db,
    )
    await attach(t.db, rows[0]?.pk ?? 0, [c.pk])
    const authorized = async () => (await c.call('Authorize', { idTag })) as { idTagInfo: { status: string } }
    expect((await authorized()).idTagInfo.status).toBe('Accepted')

    aheadMs += 60_000
    const priceGroupId = await createGroup(t.db, {
      teamId,
      name: unique('P'),
      type: 'fixed',
      details: [],
      validFrom: new Date('2020-01-01T00:00:00Z'),
      createdAt: t.services.now(),
    })
    const stored = (await call(root, `charger/${c.pk}`)).data
    const connectors = stored.connectors.map((n: object) => ({ ...n, connectorType: 'CCS Type 2', priceGroupId }))
    const moved = await call(root, `charger/${c.pk}`, 'PUT', { teamId, settings, ...(isSold && { connectors }) })

    const now: Reader = { person: newcomer, teamId }
    expect(await seenBy(now, c.pk)).toMatchObject(NONE)
    expect(await seenBy(isSold ? root : { person: above, teamId: one.companyId }, c.pk)).toMatchObject(ALL)
    const put = await fetch(`${base.http}${c.open}`, { method: 'PUT', body: 'late' })
    expect(put.status).toBe(404)
    // Messages of the charge point from now on belong to no request of the former team.
    await c.call('FirmwareStatusNotification', { status: 'Installed' })
    expect((await call(now, `charger/${c.pk}/transfers`)).data).toMatchObject([
      { taskId: null, states: [{ status: 'Installed' }] },
    ])
    // The charger's values are those of the machine; requested values stay with the company that requested them, as do
    // mails and cards.
    const wanted = isSold ? null : { value: '99' }
    const key = await config(now)
    expect(key.value).toBe('300')
    if (wanted === null) expect(key.wanted).toBeNull()
    else expect(key.wanted).toMatchObject(wanted)
    const signs = (await call(now, `charger/${c.pk}/health`)).data.signs as { sign: string; figure: string }[]
    expect(signs.find(s => s.sign === 'config')?.figure).toBe(
      isSold ? 'As it was set' : '1 key differs from what was set',
    )
    expect(moved.data.settings).toMatchObject(
      isSold ? { enableNotifications: false, notificationRecipients: '' } : settings,
    )
    expect((await authorized()).idTagInfo.status).toBe(isSold ? 'Invalid' : 'Accepted')
    const tags = (await call(now, `charger/${c.pk}/tags`)).data as { tag: string }[]
    expect(tags.some(x => x.tag === idTag)).toBe(!isSold)
    await c.close()
  })
})
