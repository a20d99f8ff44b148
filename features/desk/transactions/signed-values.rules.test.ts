// Signed meter values as they came from chargers of both protocols, and as files.
import { describe, expect, test } from 'vitest'
import { samplesOf201 } from '#charging/metering/meter-201.rules.ts'
import { elementsOf } from '#settlement/tax-exports/test-xml.ts'
import { keyOf, ocmfOf, signedJson, signedValuesOf, signedXml } from './signed-values.rules.ts'

const OCMF =
  'OCMF|{"FV":"1.0","GI":"A & B","RD":[{"TM":"2026-03-02T10:00:00,000+0000 S","RV":1.5,"RU":"kWh"}]}|{"SD":"3045<>"}'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const KEY = 'oca:base16:asn1:3059301306072A8648CE3D02'
const at = new Date('2026-03-02T10:00:00Z')
const signed = (more: object = {}) => ({
  signedMeterData: base64(OCMF),
  signingMethod: 'ECDSA-secp256r1-SHA256',
  encodingMethod: 'OCMF',
  publicKey: base64(KEY),
  ...more,
})
const value201 = (signedMeterValue: object, context = 'Transaction.Begin') => ({
  value: 1.5,
  context,
  measurand: 'Energy.Active.Import.Register',
  location: 'Outlet',
  unitOfMeasure: { unit: 'kWh' },
  signedMeterValue,
})
const meterOf = (samples: Parameters<typeof signedValuesOf>[0][number]['samples']) => ({
  at,
  receivedAt: new Date(at.getTime() + 1000),
  connectorId: 1,
  samples,
})

describe('what a charger said of a signed value', () => {
  const none = { signingMethod: null, encodingMethod: null, publicKey: null }
  test.each([
    ['2.0.1', samplesOf201([value201(signed())]), signed()],
    ['2.0.1 without a key', samplesOf201([value201(signed({ publicKey: '' }))]), signed({ publicKey: null })],
    ['1.6 as an object', [{ value: JSON.stringify(signed()), format: 'SignedData' }], signed()],
    ['1.6 as the data alone', [{ value: OCMF, format: 'SignedData' }], { ...none, signedMeterData: OCMF }],
    ['1.6 as a number in JSON', [{ value: '42', format: 'SignedData' }], { ...none, signedMeterData: '42' }],
    [
      '1.6 as JSON of another kind',
      [{ value: '{"a":1}', format: 'SignedData' }],
      { ...none, signedMeterData: '{"a":1}' },
    ],
  ])('%s', (_, samples, told) => {
    expect(signedValuesOf([meterOf(samples)])).toMatchObject([
      { ...told, timestamp: '2026-03-02T10:00:00.000Z', received_at: '2026-03-02T10:00:01.000Z', connectorId: 1 },
    ])
  })
  test('with measurand, context, location and unit; figures are no signed values', () => {
    const values = signedValuesOf([meterOf([{ value: '1500' }, ...samplesOf201([value201(signed())])])])
    expect(values).toMatchObject([
      {
        measurand: 'Energy.Active.Import.Register',
        context: 'Transaction.Begin',
        location: 'Outlet',
        unit: 'kWh',
        phase: null,
      },
    ])
  })
})

test.each([
  ['as text', OCMF, OCMF],
  ['in base64', base64(OCMF), OCMF],
  ['another encoding', base64('<signedMeterValue/>'), undefined],
  ['nothing', '', undefined],
])('OCMF: %s', (_, signedMeterData, text) => expect(ocmfOf({ signedMeterData })).toBe(text))

test.each([
  ['in base64 with its words', base64(KEY), { encoding: 'hex', value: '3059301306072A8648CE3D02' }],
  ['with its words', KEY, { encoding: 'hex', value: '3059301306072A8648CE3D02' }],
  ['in base64 within', base64('oca:base64:asn1:MFkwEw=='), { encoding: 'base64', value: 'MFkwEw==' }],
  ['hexadecimal digits', '3059a0', { encoding: 'hex', value: '3059a0' }],
  ['base64', 'MFkwEwYH', { encoding: 'base64', value: 'MFkwEwYH' }],
  ['anything else', 'a key!', undefined],
  ['none', null, undefined],
] as const)('a public key %s', (_, text, key) => expect(keyOf(text)).toEqual(key))

describe('files', () => {
  const values = signedValuesOf([
    meterOf(samplesOf201([value201(signed())])),
    meterOf(samplesOf201([value201(signed({ publicKey: '' }), 'Transaction.End')])),
    meterOf([{ value: base64('another'), format: 'SignedData' }]),
  ])
  const session = {
    transactionId: 7,
    stationTransactionId: 'tx-7',
    chargepoint_id: 'CP-1',
    connectorId: 1,
    starttime: at.toISOString(),
    stoptime: null,
  }
  test('JSON has all of them as they came', () => {
    expect(JSON.parse([...signedJson(session, values)].join(''))).toEqual({ ...session, values })
    expect(JSON.parse([...signedJson(session, [])].join(''))).toEqual({ ...session, values: [] })
  })
  test('XML has those in OCMF, each with its key, else the only key of the session', () => {
    const all = elementsOf([...signedXml(values)].join(''))
    const named = (name: string) => all.filter(e => e.name === name)
    expect(named('value').map(e => e.attributes)).toEqual([
      { transactionId: '1', context: 'Transaction.Begin' },
      { transactionId: '2', context: 'Transaction.End' },
    ])
    expect(named('signedData').map(e => [e.attributes.format, e.attributes.encoding, e.text])).toEqual([
      ['OCMF', 'plain', OCMF],
      ['OCMF', 'plain', OCMF],
    ])
    const key = [{ encoding: 'hex' }, '3059301306072A8648CE3D02']
    expect(named('publicKey').map(e => [e.attributes, e.text])).toEqual([key, key])
  })
  test('where a session has several keys, a value without one has none in XML', () => {
    const two = [
      ...values.slice(0, 2),
      ...signedValuesOf([meterOf(samplesOf201([value201(signed({ publicKey: 'MFkw' }))]))]),
    ]
    const all = elementsOf([...signedXml(two)].join(''))
    expect(all.filter(e => e.name === 'publicKey')).toHaveLength(2)
  })
})
