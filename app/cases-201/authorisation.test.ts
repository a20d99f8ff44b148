// Cases C and D: who may charge, groups of tags, what a station remembers of tags, and its local list.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { create } from '#fleet/tags/tag.store.ts'
import { newTag, unique } from '#testing/ocpp.ts'
import { afterEachCase, type Product, type StrictStation, startProduct } from './test-station.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.t.close())
afterEachCase(() => product)

const accepted = { idTokenInfo: { status: 'Accepted' } }
const DAY_MS = 86_400_000
const blocked = () => newTag(product.t, { maxActiveTransactions: 0 })
const expired = () => newTag(product.t, { expiresAt: new Date(Date.now() - DAY_MS) })

test('TC_C_02 a token that nobody knows is told so', async () => {
  const station = await product.station()
  expect(await station.authorize('NOBODY-KNOWS')).toEqual({ idTokenInfo: { status: 'Unknown' } })
})

test('TC_C_06 a blocked token is told so', async () => {
  const station = await product.station()
  expect(await station.authorize(await blocked())).toMatchObject({ idTokenInfo: { status: 'Blocked' } })
})

test('TC_C_07 an expired token is told so', async () => {
  const station = await product.station()
  expect(await station.authorize(await expired())).toMatchObject({ idTokenInfo: { status: 'Expired' } })
})

test('TC_C_08 a token that the station has accepted from its cache is accepted with its transaction', async () => {
  const station = await product.station()
  const tx = station.transaction()
  const token = await newTag(product.t)
  expect(await tx.started('Authorized', { token, state: 'EVConnected', wh: 1000 })).toMatchObject(accepted)
  expect(await tx.charging()).not.toHaveProperty('idTokenInfo')
  expect(await tx.ended('StopAuthorized', 'Local', { token, wh: 11_000 })).toMatchObject(accepted)
  expect(await product.sessions(station)).toMatchObject([{ energyWh: 10_000, idTagStatus: 'Accepted' }])
})

test('TC_C_20 a token that the cache still holds for valid is refused with its transaction', async () => {
  const station = await product.station()
  const tx = station.transaction()
  const token = await blocked()
  expect(await tx.started('Authorized', { token, state: 'EVConnected', wh: 1000 })).toMatchObject({
    idTokenInfo: { status: 'Blocked' },
  })
  expect(await tx.ended('Deauthorized', 'DeAuthorized', { wh: 1000 })).not.toHaveProperty('idTokenInfo')
  expect(await product.sessions(station)).toMatchObject([{ energyWh: 0, stopReason: 'DeAuthorized' }])
})

test('TC_C_37 the station forgets the tags that it remembers', async () => {
  const station = await product.station()
  expect(await product.operate(station, 'ClearCache')).toMatchObject({ state: 'done', answer: 'Accepted' })
  expect(await station.heard('ClearCache')).toEqual({})
})

test('TC_C_38 a station that has no cache refuses, and the task says so', async () => {
  const station = await product.station()
  station.answers.ClearCache = { status: 'Rejected' }
  expect(await product.operate(station, 'ClearCache')).toMatchObject({ state: 'failed', answer: 'Rejected' })
})

/** Two valid tags of one group. */
async function group() {
  const { t } = product
  const name = unique('GROUP')
  const parentTagPk = await create(t.db, { teamId: t.world.one.companyId, idTag: name, maxActiveTransactions: -1 })
  const [first, second] = [await newTag(t, { parentTagPk }), await newTag(t, { parentTagPk })]
  const told = { idTokenInfo: { status: 'Accepted', groupIdToken: { idToken: name } } }
  return { name, first, second, told }
}
/** The first tag begins the session, and the other one ends it. */
async function stopsForTheOther(station: StrictStation, { first, second, told }: Awaited<ReturnType<typeof group>>) {
  const tx = station.transaction()
  expect(await tx.started('Authorized', { token: first, state: 'EVConnected', wh: 1000 })).toMatchObject(told)
  await tx.charging()
  expect(await tx.updated('StopAuthorized', { token: second, state: 'Charging' })).toMatchObject(told)
  await tx.ended('EVCommunicationLost', 'EVDisconnected', { wh: 11_000 })
  expect(await product.sessions(station)).toMatchObject([{ energyWh: 10_000, idTagStatus: 'Accepted' }])
}

test('TC_C_39 tags of one group are told with it, and the one ends the session of the other', async () => {
  const station = await product.station()
  const both = await group()
  expect(await station.authorize(both.second)).toMatchObject(both.told)
  await stopsForTheOther(station, both)
  expect(await station.authorize(both.second)).toMatchObject(both.told)
})

/** Sends a list of these tags and returns what the station is sent. */
async function sendList(station: StrictStation, parameters: object): Promise<Record<string, unknown>> {
  expect(await product.operate(station, 'SendLocalList', parameters)).toMatchObject({
    state: 'done',
    answer: 'Accepted',
  })
  return station.heard('SendLocalList')
}

test('TC_C_40 the local list names the group, and one tag of it ends the session of another', async () => {
  const station = await product.station()
  const both = await group()
  const idTags = [both.first, both.second]
  const sent = await sendList(station, { updateType: 'Full', contents: 'ChosenTags', idTags })
  const idTokenInfo = { status: 'Accepted', groupIdToken: { idToken: both.name, type: 'Central' } }
  expect(sent.localAuthorizationList).toEqual(
    idTags.map(idToken => ({ idToken: { idToken, type: 'ISO14443' }, idTokenInfo })),
  )
  await stopsForTheOther(station, both)
})

test('TC_C_43 a tag that the local list holds for invalid is accepted when it is asked for', async () => {
  const station = await product.station()
  const both = await group()
  const localAuthorizationList = [{ idTag: both.second, idTagInfo: { status: 'Invalid', parentIdTag: both.name } }]
  const sent = await sendList(station, { updateType: 'Full', localAuthorizationList })
  expect(sent.localAuthorizationList).toMatchObject([{ idTokenInfo: { status: 'Invalid' } }])
  expect(await station.authorize(both.second)).toMatchObject(both.told)
  await stopsForTheOther(station, both)
})

/**
 * A master pass is a tag of the group that the station knows as such: it is told with its group, and the station ends sessions of
 * others with it. Ends so many of two sessions.
 */
async function endsWithMasterPass(station: StrictStation, count: number): Promise<void> {
  const master = await group()
  const token = await newTag(product.t)
  const sessions = [station.transaction(), station.transaction({ id: 2, connectorId: 1 })]
  for (const tx of sessions) await tx.started('Authorized', { token, state: 'Charging', wh: 1000 })
  expect(await station.authorize(master.first)).toMatchObject(master.told)
  for (const tx of sessions.slice(0, count))
    expect(await tx.ended('StopAuthorized', 'MasterPass', { token: master.first, wh: 11_000 })).toMatchObject(
      master.told,
    )
  expect(await product.sessions(station)).toMatchObject(
    sessions.map((_, n) => (n < count ? { energyWh: 10_000, stopReason: 'MasterPass' } : { stoppedAt: null })),
  )
}
test.each([
  ['TC_C_47 a master pass ends all sessions at the display', 2],
  ['TC_C_48 a master pass ends one session at the display', 1],
  ['TC_C_49 a master pass ends all sessions without a display', 2],
])('%s', async (_, count) => endsWithMasterPass(await product.station(), count))

const item = (idToken: string) => ({
  idToken: { idToken, type: 'ISO14443' },
  idTokenInfo: { status: 'Accepted' },
})

test('TC_D_01 a full list takes the place of the one before', async () => {
  const station = await product.station()
  station.answers.GetLocalListVersion = { versionNumber: 7 }
  const idTags = [await newTag(product.t), await newTag(product.t)]
  expect(await sendList(station, { updateType: 'Full', contents: 'ChosenTags', idTags })).toEqual({
    versionNumber: 8,
    updateType: 'Full',
    localAuthorizationList: idTags.map(item),
  })
})

test('TC_D_02 a change adds a tag to the list', async () => {
  const station = await product.station()
  const idTag = await newTag(product.t)
  expect(
    await sendList(station, { updateType: 'Differential', contents: 'ChosenTags', idTags: [idTag] }),
  ).toMatchObject({ updateType: 'Differential', localAuthorizationList: [item(idTag)] })
})

test('TC_D_03 a change takes a tag off the list', async () => {
  const station = await product.station()
  const removedIdTags = [await newTag(product.t)]
  expect(await sendList(station, { updateType: 'Differential', contents: 'ChosenTags', removedIdTags })).toMatchObject({
    updateType: 'Differential',
    localAuthorizationList: removedIdTags.map(idToken => ({ idToken: { idToken, type: 'ISO14443' } })),
  })
})

test('TC_D_04 a full list without tags empties the list', async () => {
  const station = await product.station()
  expect(await sendList(station, { updateType: 'Full', contents: 'NoTags' })).toEqual({
    versionNumber: 1,
    updateType: 'Full',
  })
})

test.each([
  ['TC_D_08 the version of the list is read', 5],
  ['TC_D_09 a station without a list tells 0', 0],
])('%s', async (_, versionNumber) => {
  const station = await product.station()
  station.answers.GetLocalListVersion = { versionNumber }
  const task = await product.operate(station, 'GetLocalListVersion')
  expect(task).toMatchObject({ state: 'done', result: [{ details: { listVersion: versionNumber } }] })
  expect(await station.heard('GetLocalListVersion')).toEqual({})
})
