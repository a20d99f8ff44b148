// Errors in parameters, reported on the field to blame; each bound of the official schema at its edge.
import { fieldOf } from '@wattdesk/base/issues'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Authority } from '#testing/certificates.ts'
import { readCertificates } from './certificate.crypto.ts'
import { certificateProblem } from './certificate.rules.ts'
import { CONFIGURATION_KEYS } from './configuration-keys.contract.ts'
import { formParameters, parameters } from './operation-body.contract.ts'
import type { Operation } from './operations/operations.contract.ts'

const REQUIRED = 'This field is required'
const SOON = '2030-01-01T00:00:00Z'
const authority = new Authority('Root')
const cert = authority.certificate
const firmware = {
  location: 'https://f.example/a',
  retrieveDateTime: SOON,
  signingCertificate: cert,
  signature: 'c2ln',
}
const hash = { hashAlgorithm: 'SHA256', issuerNameHash: 'a', issuerKeyHash: 'b', serialNumber: 'c' }
/** Parameters that an operation takes; each case below spoils one of them. */
const good: Record<Exclude<Operation, 'ClearCache' | 'GetLocalListVersion'>, object> = {
  ChangeAvailability: { connectorId: 0, availabilityType: 'OPERATIVE' },
  ChangeConfiguration: { keyType: 'Predefined', confKey: 'BlinkRepeat', customConfValue: '3' },
  RemoteStart: { connectorId: 1, idTag: 'T' },
  RemoteStop: { transactionId: 1 },
  GetDiagnostics: { location: 'ftp://f.example' },
  Reset: { resetType: 'HARD' },
  UpdateFirmware: { location: 'https://f.example/a', retrieveDate: SOON },
  TriggerMessage: { triggerMessage: 'Heartbeat', connectorId: 0 },
  UnlockConnector: { connectorId: 1 },
  DataTransfer: { vendorId: 'v' },
  GetConfiguration: {},
  SendLocalList: { updateType: 'Full', contents: 'ValidTags' },
  ReserveNow: { connectorId: 0, expiryDate: SOON, idTag: 'T' },
  CancelReservation: { reservationId: -3 },
  SetChargingProfile: { connectorId: 0, charging_profile_pk: 1 },
  ClearChargingProfile: {},
  GetCompositeSchedule: { connectorId: 0, duration: 604_800 },
  GetLog: { logType: 'SecurityLog', log: { remoteLocation: 'https://f.example' } },
  SignedUpdateFirmware: { firmware },
  ExtendedTriggerMessage: { requestedMessage: 'Heartbeat' },
  CertificateSigned: { certificateChain: `${cert}${cert}` },
  InstallCertificate: { certificateType: 'CentralSystemRootCertificate', certificate: cert },
  GetInstalledCertificateIds: { certificateType: 'ManufacturerRootCertificate' },
  DeleteCertificate: { certificateHashData: hash },
  ResetEvse: { connectorId: 1, resetType: 'ON IDLE' },
  GetTransactionStatus: {},
  SetDisplayMessage: { id: 1, content: 'Welcome', priority: 'InFront' },
  ClearDisplayMessage: { id: 1 },
  CostUpdated: { transactionId: 1 },
  SetNetworkProfile: {
    configurationSlot: 1,
    ocppCsmsUrl: 'wss://portal.example/ocpp',
    securityProfile: '2',
    ocppInterface: 'Wired0',
  },
  RaiseSecurityProfile: { securityProfile: '2', ocppCsmsUrl: 'wss://portal.example/ocpp', ocppInterface: 'Wired0' },
  GetBaseReport: { reportBase: 'SummaryInventory' },
  GetReport: { variables: ['EVSE#1', 'Connector[a]#1.2.Problem[b]'] },
  SetMonitoringBase: { monitoringBase: 'All' },
  SetMonitoringLevel: { severity: 9 },
  SetVariableMonitoring: {
    variable: 'EVSE#1.Power',
    type: 'LowerThreshold',
    value: '-1.5',
    severity: 0,
    during: 'Always',
  },
  ClearVariableMonitoring: { id: '1, 2' },
  GetMonitoringReport: {},
  GetChargingProfiles: {},
  GetDisplayMessages: {},
  CustomerInformation: { idTag: 'T', what: 'Report' },
  PublishFirmware: { location: 'https://f.example/a', checksum: 'd41d8cd98f00b204e9800998ecf8427e' },
  UnpublishFirmware: { checksum: 'D41D8CD98F00B204E9800998ECF8427E' },
}
const problems = (shape: (typeof parameters)[Operation], value: object) =>
  // The first error on a field is the error that is shown.
  Object.fromEntries((shape.safeParse(value).error?.issues ?? []).map(i => [fieldOf(i.path), i.message]).toReversed())

test.each(Object.entries(good))('%s takes what it needs and no more', (operation, value) => {
  expect(problems(parameters[operation as Operation], value)).toEqual({})
})

const TIME = 'Please enter a valid date and time'
const ADDRESS = /^Must be an address such as/
const PEM = /^Must be a certificate in PEM/
const ONE_TAG = 'Choose at least one tag'
const many = (tags: number) => Array.from({ length: tags }, (_, i) => `T${i}`)
const changed = { updateType: 'Differential', contents: 'ChosenTags', idTags: ['a'] }
const long = (characters: number) => 'x'.repeat(characters)
test.each<[keyof typeof good, object, string, string | RegExp]>([
  ['ChangeAvailability', { connectorId: '' }, 'connectorId', REQUIRED],
  ['ChangeAvailability', { connectorId: -1 }, 'connectorId', 'Must be at least 0'],
  ['ChangeAvailability', { availabilityType: 'Operative' }, 'availabilityType', /^Should be one of /],
  ['ChangeConfiguration', { keyType: '' }, 'keyType', REQUIRED],
  ['ChangeConfiguration', { confKey: '' }, 'confKey', REQUIRED],
  ['ChangeConfiguration', { confKey: 'AuthorizationKey' }, 'confKey', /^This is none of the predefined keys/],
  ['ChangeConfiguration', { customConfValue: '' }, 'customConfValue', REQUIRED],
  ['ChangeConfiguration', { customConfValue: long(501) }, 'customConfValue', 'Should be 500 characters or less'],
  ['ChangeConfiguration', { customConfValue: 'often' }, 'customConfValue', 'Must be a whole number (times)'],
  ['ChangeConfiguration', { customConfValue: '1.5' }, 'customConfValue', 'Must be a whole number (times)'],
  [
    'ChangeConfiguration',
    { confKey: 'LightIntensity', customConfValue: '101' },
    'customConfValue',
    'Should be 100 or less',
  ],
  [
    'ChangeConfiguration',
    { confKey: 'LocalPreAuthorize', customConfValue: 'yes' },
    'customConfValue',
    'Must be true or false',
  ],
  ['ChangeConfiguration', { keyType: 'Custom' }, 'customConfKey', REQUIRED],
  [
    'ChangeConfiguration',
    { keyType: 'Custom', customConfKey: long(51) },
    'customConfKey',
    'Should be 50 characters or less',
  ],
  ['RemoteStart', { connectorId: 0 }, 'connectorId', 'Must be at least 1'],
  ['RemoteStart', { charging_profile_pk: 0 }, 'charging_profile_pk', 'Must be at least 1'],
  ['RemoteStart', { idTag: long(21) }, 'idTag', 'Should be 20 characters or less'],
  ['RemoteStop', { transactionId: 'x' }, 'transactionId', 'Must be a number'],
  ['GetDiagnostics', { location: '' }, 'location', REQUIRED],
  ['GetDiagnostics', { location: 'files.example/up' }, 'location', ADDRESS],
  ['GetDiagnostics', { location: 'https://files.example/a b' }, 'location', ADDRESS],
  ['GetDiagnostics', { location: `https://${long(4000)}` }, 'location', 'Should be 4000 characters or less'],
  ['GetDiagnostics', { retries: -1 }, 'retries', 'Must be at least 0'],
  ['GetDiagnostics', { retries: 'many' }, 'retries', 'Must be a number'],
  ['GetDiagnostics', { retryInterval: 1.5 }, 'retryInterval', 'Must be a whole number'],
  ['GetDiagnostics', { retryInterval: 2_147_483_648 }, 'retryInterval', 'Too large'],
  ['GetDiagnostics', { startDate: 'yesterday' }, 'startDate', TIME],
  ['GetDiagnostics', { startDate: SOON, stopDate: SOON }, 'stopDate', 'Must be after the start'],
  ['Reset', { resetType: 'Hard' }, 'resetType', /^Should be one of /],
  ['UpdateFirmware', { location: 'fw.bin' }, 'location', ADDRESS],
  ['UpdateFirmware', { retrieveDate: '' }, 'retrieveDate', REQUIRED],
  ['UpdateFirmware', { retrieveDate: '2030-02-30T00:00:00Z' }, 'retrieveDate', TIME],
  ['UpdateFirmware', { stopDate: '2029-01-01T00:00:00Z' }, 'stopDate', 'Must be after the start'],
  ['TriggerMessage', { triggerMessage: 'SignChargePointCertificate' }, 'triggerMessage', /^Should be one of /],
  ['TriggerMessage', { connectorId: null }, 'connectorId', REQUIRED],
  ['UnlockConnector', { connectorId: 0 }, 'connectorId', 'Must be at least 1'],
  ['DataTransfer', { vendorId: long(256) }, 'vendorId', 'Should be 255 characters or less'],
  ['DataTransfer', { messageId: long(51) }, 'messageId', 'Should be 50 characters or less'],
  ['DataTransfer', { data: long(20_001) }, 'data', 'Should be 20000 characters or less'],
  ['GetConfiguration', { key: `A,${long(51)}` }, 'key', 'Should be 50 characters or less'],
  ['GetConfiguration', { key: Array.from({ length: 201 }, (_, i) => `K${i}`) }, 'key', 'At most 200 keys'],
  ['SendLocalList', { listVersion: 0 }, 'listVersion', 'Must be at least 1'],
  ['SendLocalList', { updateType: '' }, 'updateType', REQUIRED],
  ['SendLocalList', { contents: '' }, 'contents', /^A full list without tags empties the list/],
  ['SendLocalList', { contents: undefined, localAuthorizationList: [] }, 'contents', /name NoTags for that$/],
  ['SendLocalList', { contents: null, updateType: 'Differential' }, 'localAuthorizationList', ONE_TAG],
  ['SendLocalList', { contents: 'ChosenTags' }, 'idTags', ONE_TAG],
  ['SendLocalList', { contents: 'ChosenTags', updateType: 'Differential' }, 'idTags', ONE_TAG],
  ['SendLocalList', { contents: 'ChosenTags', idTags: ['A'], removedIdTags: ['B'] }, 'removedIdTags', /^A full list/],
  ['SendLocalList', { ...changed, removedIdTags: ['b', 'A'] }, 'removedIdTags', 'a is among the tags to add'],
  ['SendLocalList', { ...changed, idTags: [long(21)] }, 'idTags', 'Should be 20 characters or less'],
  ['SendLocalList', { contents: 'NoTags', updateType: 'Differential' }, 'contents', 'A differential list needs tags'],
  ['SendLocalList', { idTags: ['A'] }, 'idTags', 'Tags are named with ChosenTags only'],
  ['SendLocalList', { localAuthorizationList: [{ idTag: 'A' }] }, 'localAuthorizationList', /^Leave this empty/],
  ['SendLocalList', { ...changed, idTags: many(1001) }, 'idTags', 'At most 1000 tags'],
  ['ReserveNow', { expiryDate: '' }, 'expiryDate', REQUIRED],
  ['ReserveNow', { idTag: '' }, 'idTag', REQUIRED],
  ['ReserveNow', { parentIdTag: long(21) }, 'parentIdTag', 'Should be 20 characters or less'],
  ['ReserveNow', { reservationId: 0 }, 'reservationId', 'Must be at least 1'],
  ['CancelReservation', { reservationId: '' }, 'reservationId', REQUIRED],
  ['GetCompositeSchedule', { duration: 604_801 }, 'duration', 'Should be a week (604800 seconds) or less'],
  ['GetLog', { logType: '' }, 'logType', REQUIRED],
  ['GetLog', { log: { remoteLocation: '' } }, 'log.remoteLocation', REQUIRED],
  [
    'GetLog',
    { log: { remoteLocation: `https://${long(505)}` } },
    'log.remoteLocation',
    'Should be 512 characters or less',
  ],
  ['SignedUpdateFirmware', { firmware: { ...firmware, signature: '?' } }, 'firmware.signature', /Base64/],
  [
    'SignedUpdateFirmware',
    { firmware: { ...firmware, signingCertificate: '' } },
    'firmware.signingCertificate',
    REQUIRED,
  ],
  [
    'ExtendedTriggerMessage',
    { requestedMessage: 'DiagnosticsStatusNotification' },
    'requestedMessage',
    /^Should be one of /,
  ],
  ['CertificateSigned', { certificateChain: 'hello' }, 'certificateChain', PEM],
  [
    'CertificateSigned',
    { certificateChain: `${cert}-----BEGIN PRIVATE KEY-----` },
    'certificateChain',
    /^This holds a private key/,
  ],
  ['InstallCertificate', { certificate: `${cert}${long(5500)}` }, 'certificate', 'Should be 5500 characters or less'],
  ['InstallCertificate', { certificateType: '' }, 'certificateType', REQUIRED],
  ['GetInstalledCertificateIds', { certificateType: 'V2GRootCertificate' }, 'certificateType', /^Should be one of /],
  ['ResetEvse', { connectorId: 0 }, 'connectorId', /./],
  ['ResetEvse', { resetType: 'HARD' }, 'resetType', /^Should be one of /],
  ['SetDisplayMessage', { content: long(513) }, 'content', 'Should be 512 characters or less'],
  ['SetDisplayMessage', { language: 'no code' }, 'language', 'Must be a language code'],
  ['SetDisplayMessage', { startDateTime: SOON, endDateTime: SOON }, 'endDateTime', 'Must be after the start'],
  ['ClearDisplayMessage', { id: -1 }, 'id', /./],
  ['GetBaseReport', { reportBase: 'All' }, 'reportBase', /^Should be one of /],
  ['GetReport', { variables: [] }, 'variables', 'Name variables, or choose components'],
  ['GetReport', { variables: 'EVSE#x' }, 'variables', /^Must be variables or components/],
  ['GetReport', { variables: Array.from({ length: 21 }, (_, n) => `A${n}`) }, 'variables', 'At most 20 variables'],
  ['SetMonitoringLevel', { severity: 10 }, 'severity', 'Should be 9 or less'],
  ['SetMonitoringLevel', { severity: -1 }, 'severity', 'Must be at least 0'],
  ['SetVariableMonitoring', { variable: 'EVSE#1' }, 'variable', /^Must be a variable/],
  ['SetVariableMonitoring', { value: '' }, 'value', REQUIRED],
  ['SetVariableMonitoring', { value: '1e3' }, 'value', 'Must be a number'],
  ['SetVariableMonitoring', { value: 3_000_000_000 }, 'value', 'Too large'],
  ['SetVariableMonitoring', { type: 'Periodic', value: 0 }, 'value', 'Must be more than 0'],
  ['ClearVariableMonitoring', { id: '' }, 'id', REQUIRED],
  ['ClearVariableMonitoring', { id: ['x'] }, 'id', 'Must be a number'],
  ['CustomerInformation', { idTag: '' }, 'idTag', 'Name the customer by a tag or by another name'],
  ['CustomerInformation', { customerIdentifier: 'x' }, 'customerIdentifier', 'Leave this empty beside a tag'],
  ['PublishFirmware', { checksum: 'abc' }, 'checksum', 'Must be 32 hexadecimal digits'],
  [
    'DeleteCertificate',
    { certificateHashData: { ...hash, serialNumber: long(41) } },
    'certificateHashData.serialNumber',
    'Should be 40 characters or less',
  ],
])('%s %o: %s says %s', (operation, spoilt, field, text) => {
  const said = problems(parameters[operation], { ...good[operation], ...spoilt })
  expect(said).toEqual({ [field]: typeof text === 'string' ? text : expect.stringMatching(text) })
})

describe('times (D-OPS-6)', () => {
  const local = (value: string) => formParameters.UpdateFirmware.parse({ ...good.UpdateFirmware, retrieveDate: value })
  test('a form’s local time goes out as UTC, to the minute or the second', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(2000, 0, 2), max: new Date(2199, 0, 1), noInvalidDate: true }),
        fc.boolean(),
        (at, withSeconds) => {
          const two = (n: number) => String(n).padStart(2, '0')
          const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
          const text = `${day}T${two(at.getHours())}:${two(at.getMinutes())}${withSeconds ? `:${two(at.getSeconds())}` : ''}`
          const meant = new Date(at)
          if (withSeconds) meant.setMilliseconds(0)
          else meant.setSeconds(0, 0)
          expect(local(text).retrieveDate).toBe(meant.toISOString())
        },
      ),
    )
  })
  test('a body’s time must say what instant it is', () => {
    expect(problems(parameters.UpdateFirmware, { ...good.UpdateFirmware, retrieveDate: '2030-01-01T00:00' })).toEqual({
      retrieveDate: TIME,
    })
  })
})

test('each predefined key takes a value of its kind', () => {
  const fits = { flag: 'true', whole: '60', text: 'Energy.Active.Import.Register' }
  for (const { name, kind } of CONFIGURATION_KEYS) {
    const of = (customConfValue: string) => ({ keyType: 'Predefined', confKey: name, customConfValue })
    expect(problems(parameters.ChangeConfiguration, of(fits[kind]))).toEqual({})
  }
  expect(CONFIGURATION_KEYS).toHaveLength(29)
})

describe('certificates', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  const leaf = authority.issue('Volt Works', 'SN-1').cert
  test.each<[string, string, number, Date, string | undefined | RegExp]>([
    ['one', cert, 1, now, undefined],
    ['a chain', `${leaf}\n\n${cert}`, 4, now, undefined],
    ['a chain where one is asked for', `${leaf}${cert}`, 1, now, 'Only one certificate can be sent here'],
    ['more than a chain', cert.repeat(5), 4, now, 'At most 4 certificates'],
    ['expired', leaf, 1, new Date('2046-01-01'), /^A certificate expired on 01 Jan 2045: .*CN=SN-1/],
    ['broken', cert.replace('MI', '!!'), 1, now, /^This certificate cannot be read/],
    ['cut off', cert.slice(0, 200), 1, now, /^This certificate cannot be read/],
    ['something beside', `${cert}hello`, 1, now, /^This certificate cannot be read/],
  ])('%s', (_, pem, most, at, text) => {
    const said = certificateProblem(readCertificates(pem), most, at)
    if (text instanceof RegExp) expect(said).toMatch(text)
    else expect(said).toBe(text)
  })
})
