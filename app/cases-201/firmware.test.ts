// Cases L and M: signed firmware from its request to its end, and the certificates that a station trusts.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Authority } from '#testing/certificates.ts'
import { newTag } from '#testing/ocpp.ts'
import { afterEachCase, type Product, type StrictStation, startProduct, type TaskShown } from './test-station.ts'

const maker = new Authority('Maker')
let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.t.close())
afterEachCase(() => product)

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const firmware = (more: object = {}) => ({
  location: 'https://files.example/firmware.bin',
  retrieveDateTime: inHours(-1),
  signingCertificate: maker.certificate,
  signature: 'c2lnbmF0dXJl',
  ...more,
})
/** The operator sends signed firmware; the task, and the number of the request. */
async function update(station: StrictStation, answer = 'Accepted', more: object = {}) {
  station.answers.UpdateFirmware = { status: answer }
  const wanted = firmware(more)
  const task = await product.operate(station, 'SignedUpdateFirmware', { firmware: wanted })
  expect(task.answer).toBe(answer)
  const { requestId, firmware: sent } = await station.heard('UpdateFirmware')
  expect(sent).toMatchObject({ location: wanted.location, signature: wanted.signature, ...more })
  expect((sent as { signingCertificate: string }).signingCertificate).toContain('BEGIN CERTIFICATE')
  return { task, requestId }
}
const say = async (station: StrictStation, requestId: unknown, ...states: string[]): Promise<void> => {
  for (const status of states)
    expect(await station.call('FirmwareStatusNotification', { status, requestId })).toEqual({})
}
const statesOf = (task: TaskShown) => task.progress.map(p => p.status)
const securityEvent = async (station: StrictStation, type: string) =>
  expect(await station.call('SecurityEventNotification', { type, timestamp: new Date().toISOString() })).toEqual({})

/** The statuses that a station reports after it has accepted an update, in order, and whether the update has failed by then. */
const courses: [name: string, states: string[], more: object, isFailed: boolean][] = [
  [
    'TC_L_01 firmware is fetched, checked and installed',
    ['Downloading', 'Downloaded', 'SignatureVerified', 'Installing', 'InstallRebooting', 'Installed'],
    {},
    false,
  ],
  [
    'TC_L_02 firmware is installed later',
    ['Downloading', 'Downloaded', 'SignatureVerified', 'InstallScheduled', 'Installing', 'Installed'],
    { installDateTime: inHours(2) },
    false,
  ],
  [
    'TC_L_03 firmware is fetched later',
    ['DownloadScheduled', 'Downloading', 'Downloaded', 'SignatureVerified', 'Installing', 'Installed'],
    { retrieveDateTime: inHours(1) },
    false,
  ],
  ['TC_L_06 the signature does not fit', ['Downloading', 'Downloaded', 'InvalidSignature'], {}, true],
  ['TC_L_07 firmware cannot be fetched', ['Downloading', 'DownloadFailed'], {}, true],
  [
    'TC_L_08 the new firmware does not pass its check',
    ['Downloading', 'Downloaded', 'SignatureVerified', 'Installing', 'InstallVerificationFailed'],
    {},
    true,
  ],
  [
    'TC_L_09 firmware cannot be installed',
    ['Downloading', 'Downloaded', 'SignatureVerified', 'Installing', 'InstallationFailed'],
    {},
    true,
  ],
]
test.each(courses)('%s', async (_, states, more, isFailed) => {
  const station = await product.station()
  const { task, requestId } = await update(station, 'Accepted', more)
  await say(station, requestId, ...states)
  if (states.includes('InvalidSignature')) await securityEvent(station, 'InvalidFirmwareSignature')
  const last = states.at(-1) ?? ''
  const told = await product.taskUntil(station, task, last)
  expect(statesOf(told)).toEqual(states)
  expect([told.state, told.answer]).toEqual(isFailed ? ['failed', last] : ['done', 'Accepted'])
})

test.each([
  ['TC_L_04 the signing certificate was revoked', 'RevokedCertificate'],
  ['TC_L_05 the signing certificate is not trusted', 'InvalidCertificate'],
])('%s', async (_, answer) => {
  const station = await product.station()
  const { task } = await update(station, answer)
  await securityEvent(station, 'InvalidFirmwareSigningCertificate')
  expect(task).toMatchObject({ state: 'failed', answer })
})

test('TC_L_10 a second update takes the place of the first', async () => {
  const station = await product.station()
  const first = await update(station)
  await say(station, first.requestId, 'Downloading')
  const second = await update(station, 'AcceptedCanceled')
  expect(second.requestId).not.toBe(first.requestId)
  await say(station, second.requestId, 'Downloading', 'Downloaded', 'SignatureVerified', 'Installing', 'Installed')
  expect(await product.taskUntil(station, second.task, 'Installed')).toMatchObject({ state: 'done' })
  expect(statesOf(await product.task(station, first.task.taskId))).toEqual(['Downloading'])
})

test('TC_L_11 a second update that the station cannot take leaves the first', async () => {
  const station = await product.station()
  const first = await update(station)
  await say(station, first.requestId, 'Downloading', 'Downloaded', 'SignatureVerified', 'Installing')
  const second = await update(station, 'Rejected')
  expect(second.task).toMatchObject({ state: 'failed', answer: 'Rejected' })
  await say(station, first.requestId, 'Installed')
  expect(await product.taskUntil(station, first.task, 'Installed')).toMatchObject({ state: 'done' })
})

test('TC_L_13 the update waits for the session, and no new one begins', async () => {
  const station = await product.station()
  const token = await newTag(product.t)
  const tx = station.transaction()
  await tx.started('Authorized', { token, state: 'Charging', wh: 1000 })
  const { task, requestId } = await update(station)
  await say(station, requestId, 'Downloading', 'Downloaded', 'SignatureVerified', 'InstallScheduled')
  expect(await station.status('Unavailable', { id: 2 })).toEqual({})
  await tx.ended('StopAuthorized', 'Local', { token, wh: 11_000 })
  await station.status('Unavailable')
  await say(station, requestId, 'Installing', 'Installed')
  expect(await product.taskUntil(station, task, 'Installed')).toMatchObject({ state: 'done' })
  expect(await product.sessions(station)).toMatchObject([{ energyWh: 10_000 }])
})

const install = (station: StrictStation, certificateType: string) =>
  product.operate(station, 'InstallCertificate', { certificateType, certificate: maker.certificate })

test.each([
  ['TC_M_01 the root of the central system is installed', 'CentralSystemRootCertificate', 'CSMSRootCertificate'],
  ['TC_M_02 the root of the manufacturer is installed', 'ManufacturerRootCertificate', 'ManufacturerRootCertificate'],
])('%s', async (_, use, certificateType) => {
  const station = await product.station()
  expect(await install(station, use)).toMatchObject({ state: 'done', answer: 'Accepted' })
  const { certificate, ...sent } = await station.heard('InstallCertificate')
  expect(sent).toEqual({ certificateType })
  expect(String(certificate).trim()).toBe(maker.certificate.trim())
})

test('TC_M_05 a certificate that cannot be stored', async () => {
  const station = await product.station()
  station.answers.InstallCertificate = { status: 'Failed' }
  expect(await install(station, 'ManufacturerRootCertificate')).toMatchObject({ state: 'failed', answer: 'Failed' })
})

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const hash = {
  hashAlgorithm: 'SHA256',
  issuerNameHash: digest('name'),
  issuerKeyHash: digest('key'),
  serialNumber: '1a',
}
const installed = (station: StrictStation, certificateType: string) =>
  product.operate(station, 'GetInstalledCertificateIds', { certificateType })

test.each([
  ['TC_M_12 the roots of the central system are told', 'CentralSystemRootCertificate', 'CSMSRootCertificate'],
  ['TC_M_13 the roots of the manufacturer are told', 'ManufacturerRootCertificate', 'ManufacturerRootCertificate'],
])('%s', async (_, use, certificateType) => {
  const station = await product.station()
  station.answers.GetInstalledCertificateIds = {
    status: 'Accepted',
    certificateHashDataChain: [{ certificateType, certificateHashData: hash }],
  }
  expect(await installed(station, use)).toMatchObject({ state: 'done', answer: 'Accepted' })
  expect(await station.heard('GetInstalledCertificateIds')).toEqual({ certificateType: [certificateType] })
  const { data } = await product.ask('GET', `remote/operation/charger/${station.id}/certificates`)
  expect(data).toMatchObject([{ certificateType: use, ...hash }])
})

test('TC_M_18 the certificates of all types are told', async () => {
  const station = await product.station()
  const root = { ...hash, serialNumber: '2b' }
  const child = { ...hash, serialNumber: '3c' }
  station.answers.GetInstalledCertificateIds = {
    status: 'Accepted',
    certificateHashDataChain: [
      { certificateType: 'CSMSRootCertificate', certificateHashData: root },
      { certificateType: 'ManufacturerRootCertificate', certificateHashData: hash },
      { certificateType: 'V2GCertificateChain', certificateHashData: child },
    ],
  }
  const task = await product.operate(station, 'GetInstalledCertificateIds')
  expect(task).toMatchObject({ state: 'done', answer: 'Accepted' })
  expect(await station.heard('GetInstalledCertificateIds')).toEqual({})
  expect(task.result[0]?.details).toMatchObject({
    certificateHashData: [
      { certificateType: 'CentralSystemRootCertificate', ...root },
      { certificateType: 'ManufacturerRootCertificate', ...hash },
      { certificateType: 'V2GCertificateChain', ...child },
    ],
  })
  const { data } = await product.ask('GET', `remote/operation/charger/${station.id}/certificates`)
  expect(data).toMatchObject([
    { certificateType: 'CentralSystemRootCertificate', ...root },
    { certificateType: 'ManufacturerRootCertificate', ...hash },
  ])
})

test('TC_M_19 a station without such a certificate says so', async () => {
  const station = await product.station()
  const told = await installed(station, 'ManufacturerRootCertificate')
  expect(told.answer).toBe('NotFound')
  const { data } = await product.ask('GET', `remote/operation/charger/${station.id}/certificates`)
  expect(data).toEqual([])
})

test.each([
  ['TC_M_20 a certificate is deleted', 'Accepted', 'done'],
  ['TC_M_21 a certificate cannot be deleted', 'Failed', 'failed'],
])('%s', async (_, answer, state) => {
  const station = await product.station()
  station.answers.DeleteCertificate = { status: answer }
  const task = await product.operate(station, 'DeleteCertificate', { certificateHashData: hash })
  expect(task).toMatchObject({ state, answer })
  expect(await station.heard('DeleteCertificate')).toEqual({ certificateHashData: hash })
})
