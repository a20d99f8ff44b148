// The messages of OCPP 2.0.1 and 2.1 in packages/ocpp are what the official schemas say.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ocpp21 } from '@wattdesk/ocpp/ocpp21'
import { ocpp201 } from '@wattdesk/ocpp/ocpp201'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOpenEnumeration, type JsonSchema, longestOf, schemaModules, type Version } from './ocpp-schemas.ts'
import { folderOf, VERSIONS } from './ocpp201.ts'
import { type Mutant, mutantsOf, payloadsOf } from './test-ocpp-messages.ts'

const DIALECTS: Readonly<Record<string, typeof ocpp201>> = { messages201: ocpp201, messages21: ocpp21 }
const COUNTS: Readonly<Record<string, { all: number; fromStation: number }>> = {
  messages201: { all: 64, fromStation: 25 },
  messages21: { all: 90, fromStation: 36 },
}
/** Sent, and never called: it has no answer. */
const SENT = 'urn:NotifyPeriodicEventStream'

/** Layout is the formatter's. */
const bare = (code: string): string => code.replaceAll(/[\s,]/g, '')

const actionsOf = ({ blocks }: Version) => Object.assign({}, ...Object.values(blocks)) as Record<string, string>

describe.each(Object.entries(VERSIONS))('%s', (name, version) => {
  const made = schemaModules(version)
  const dialect = DIALECTS[name] ?? ocpp201
  const actions = actionsOf(version)

  test('the modules are all there, and no others', () => {
    expect(readdirSync(folderOf(name)).toSorted()).toEqual([...made.keys()].toSorted())
  })

  test.each([...made])('%s is what the script makes now', (file, text) => {
    expect(bare(readFileSync(join(folderOf(name), file), 'utf8'))).toBe(bare(text))
  })

  test('all messages of the standard are there, with both schemas, in one functional block each', () => {
    const named = Object.values(version.blocks).flatMap(block => Object.keys(block))
    expect(named).toHaveLength(COUNTS[name]?.all ?? 0)
    expect(new Set(named).size).toBe(named.length)
    expect(
      version.schemas
        .map(s => s.$id)
        .filter(id => id !== SENT)
        .toSorted(),
    ).toEqual(named.flatMap(action => [`urn:${action}.conf`, `urn:${action}.req`]).toSorted())
    expect([...dialect.validators.keys()].toSorted()).toEqual(named.toSorted())
  })

  test('who may send a request', () => {
    const fromStation = Object.keys(actions).filter(dialect.isChargePointAction)
    expect(fromStation).toEqual(Object.keys(actions).filter(action => actions[action] !== 'centralSystem'))
    expect(fromStation).toHaveLength(COUNTS[name]?.fromStation ?? 0)
  })
})

/**
 * The longest texts that OCPP 2.0.1 edition 3 (May 2024) allows, as its part 2 prints them in "Messages" and "Datatypes"; its errata
 * of 2025-09 have none for the schemas. They are those of the schemas of edition 2.
 */
const EDITION_3: Readonly<Record<string, number>> = {
  'AdditionalInfoType.additionalIdToken': 36,
  'APNType.apn': 512,
  'APNType.apnPassword': 20,
  'APNType.apnUserName': 20,
  'EventDataType.actualValue': 2500,
  'EventDataType.techInfo': 500,
  'FirmwareType.location': 512,
  'FirmwareType.signature': 800,
  'FirmwareType.signingCertificate': 5500,
  'GetVariableResultType.attributeValue': 2500,
  'IdTokenType.idToken': 36,
  'LogParametersType.remoteLocation': 512,
  'MessageContentType.content': 512,
  'NetworkConnectionProfileType.ocppCsmsUrl': 512,
  'OCSPRequestDataType.responderURL': 512,
  'SetVariableDataType.attributeValue': 1000,
  'SignedMeterValueType.publicKey': 2500,
  'SignedMeterValueType.signedMeterData': 2500,
  'StatusInfoType.additionalInfo': 512,
  'VariableAttributeType.value': 2500,
  'VariableCharacteristicsType.valuesList': 1000,
  'VPNType.group': 20,
  'VPNType.key': 255,
  'VPNType.password': 20,
  'VPNType.server': 512,
  'VPNType.user': 20,
  'urn:Authorize.req.certificate': 5500,
  'urn:CertificateSigned.req.certificateChain': 10_000,
  'urn:Get15118EVCertificate.conf.exiResponse': 5600,
  'urn:Get15118EVCertificate.req.exiRequest': 5600,
  'urn:GetCertificateStatus.conf.ocspResult': 5500,
  'urn:InstallCertificate.req.certificate': 5500,
  'urn:NotifyCustomerInformation.req.data': 512,
  'urn:PublishFirmware.req.location': 512,
  'urn:SecurityEventNotification.req.techInfo': 255,
  'urn:SignCertificate.req.csr': 5500,
}
test.each(Object.entries(EDITION_3))('edition 3 has the length of %s, %i', (field, longest) => {
  const [, owner = '', name = ''] = /^(.*)\.(\w+)$/.exec(field) ?? []
  const schemas = VERSIONS.messages201?.schemas ?? []
  const schema = schemas.find(s => s.$id === owner) ?? schemas.find(s => s.definitions?.[owner])?.definitions?.[owner]
  expect(schema?.properties?.[name]?.maxLength).toBe(longest)
})

const mutants = (schema: JsonSchema, payload: unknown): Mutant[] =>
  mutantsOf(schema, payload, {
    path: '',
    at: schema.$id ?? '',
    all: schema.definitions ?? {},
    isOpen: isOpenEnumeration,
    longest: longestOf,
  })

const messages = Object.entries(VERSIONS).flatMap(([name, version]) =>
  Object.keys(actionsOf(version)).map(action => ({ name, action })),
)
describe.each(messages)('$name $action', ({ name, action }) => {
  const row = DIALECTS[name]?.validators.get(action)
  if (!row) throw new Error(`${action} has no validators`)
  for (const [part, received, sent] of [
    ['req', row.call, row.sentCall],
    ['conf', row.answer, row.sentAnswer],
  ] as const) {
    const schema = VERSIONS[name]?.schemas.find(s => s.$id === `urn:${action}.${part}`) ?? {}

    test(`${part}: whatever fits the schema is taken, and kept as it came`, () => {
      fc.assert(
        fc.property(payloadsOf(schema), payload => {
          const before = structuredClone(payload)
          expect(received(payload)).toBeUndefined()
          expect(payload).toEqual(before)
          // Our own numbers are coarser.
          expect(sent(payload)?.text ?? 'decimals').toContain('decimals')
        }),
        { numRuns: 12 },
      )
    })

    test(`${part}: every fault is refused with its code and place`, () => {
      // In a station's answer, fields that we do not know are let through.
      const isTaken = (m: Mutant) => part === 'conf' && m.refusal?.code === 'FormatViolation'
      fc.assert(
        fc.property(payloadsOf(schema), fc.nat(), (payload, which) => {
          const all = mutants(schema, payload)
          const mutant = all[which % all.length]
          if (!mutant) return
          const wrong = received(structuredClone(mutant.payload()))
          const found = wrong && { code: wrong.code, path: wrong.path }
          expect({ what: mutant.what, found }).toEqual({
            what: mutant.what,
            found: isTaken(mutant) ? undefined : mutant.refusal,
          })
        }),
        { numRuns: 40 },
      )
    })
  }
})
