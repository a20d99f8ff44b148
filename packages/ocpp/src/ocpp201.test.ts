// A session in the dialect of OCPP 2.0.1: bad frames of every kind get the error codes of its OCPP-J, §4.3.
import { describe, expect, test } from 'vitest'
import { OcppError } from './error-code.ts'
import { callFrame } from './frames.ts'
import { type Messages201, ocpp201 } from './ocpp201.ts'
import { ChargePointSession, type SessionOptions } from './session.ts'

const at = '2026-03-01T10:00:00.000Z'
const station = { model: 'DC-60', vendorName: 'Volt' }
const boot = { reason: 'PowerUp', chargingStation: station }
const transactionEvent = {
  eventType: 'Started',
  timestamp: at,
  triggerReason: 'CablePluggedIn',
  seqNo: 0,
  transactionInfo: { transactionId: 'T-1' },
  evse: { id: 1, connectorId: 1 },
  idToken: { idToken: '04E91C5A', type: 'ISO14443' },
  meterValue: [{ timestamp: at, sampledValue: [{ value: 1250.5, unitOfMeasure: { unit: 'Wh', multiplier: 0 } }] }],
}

type Served = { action: string; payload: unknown }

/** A session with lists of its frames, of the calls served and of the odd values reported. */
const connect = (options: Partial<SessionOptions<Messages201>> = {}) => {
  const sent: unknown[] = []
  const served: Served[] = []
  const odd: string[] = []
  const session = new ChargePointSession({
    dialect: ocpp201,
    socket: { send: text => void sent.push(JSON.parse(text)), close: () => undefined },
    handle: (action, payload) => {
      served.push({ action, payload })
      if (action === 'SignCertificate') throw new OcppError('SecurityError', 'not now')
      if (action === 'NotifyEvent') throw new OcppError('GenericError')
      if (action === 'NotifyReport') throw new TypeError('a fault of ours')
      if (action === 'DataTransfer') throw new OcppError('NotSupported')
      return {} as never
    },
    onError: () => undefined,
    onOddValue: (action, path, value) => void odd.push(`${action}.${path}=${value}`),
    newMessageId: () => 'own-1',
    ...options,
  })
  return { session, sent, served, odd }
}

const answerTo = (text: string): unknown => {
  const { session, sent } = connect()
  session.receive(text)
  return sent[0]
}
const codeOf = (text: string): unknown => (answerTo(text) as unknown[] | undefined)?.slice(0, 3)
const call = (action: string, payload: unknown) => callFrame('7', action, JSON.stringify(payload))

describe('texts that are no call', () => {
  test.each([
    ['not JSON', 'hello', [4, '-1', 'RpcFrameworkError']],
    ['nothing', '', [4, '-1', 'RpcFrameworkError']],
    ['no array', '{}', [4, '-1', 'RpcFrameworkError']],
    ['an empty array', '[]', [4, '-1', 'MessageTypeNotSupported']],
    ['no id', '[2]', [4, '-1', 'RpcFrameworkError']],
    ['an id that is no text', '[2,7,"Heartbeat",{}]', [4, '-1', 'RpcFrameworkError']],
    ['an empty id', '[2,"","Heartbeat",{}]', [4, '-1', 'RpcFrameworkError']],
    ['an id too long', `[2,"${'x'.repeat(37)}","Heartbeat",{}]`, [4, 'x'.repeat(37), 'RpcFrameworkError']],
    ['no action', '[2,"7"]', [4, '7', 'RpcFrameworkError']],
    ['an action that is no text', '[2,"7",5,{}]', [4, '7', 'RpcFrameworkError']],
    ['no payload', '[2,"7","Heartbeat"]', [4, '7', 'RpcFrameworkError']],
    ['five elements', '[2,"7","Heartbeat",{},1]', [4, '7', 'RpcFrameworkError']],
    ['broken later', '[2,"7","Heartbeat",{', [4, '7', 'RpcFrameworkError']],
    ['an unknown message type', '[9,"7","Heartbeat",{}]', [4, '7', 'MessageTypeNotSupported']],
    ['a message type that is text', '["2","7","Heartbeat",{}]', [4, '7', 'MessageTypeNotSupported']],
    ['an unknown type without id', '[9]', [4, '-1', 'MessageTypeNotSupported']],
  ])('%s', (_, text, answer) => expect(codeOf(text)).toEqual(answer))

  test.each(['[3]', '[3,7,{}]', '[4]', '[4,{}]', '[3,"7",{', '[4,"7","Gene', '[3,"7",{}]', '[4,"7"]'])(
    'a reply is never answered, however broken: %s',
    text => expect(answerTo(text)).toBeUndefined(),
  )
})

describe('calls that do not fit', () => {
  const rows: [code: string, action: string, payload: unknown, path: string][] = [
    ['ProtocolError', 'Heartbeat', [], 'payload'],
    ['ProtocolError', 'BootNotification', 'text', 'payload'],
    ['ProtocolError', 'TransactionEvent', 7, 'payload'],
    ['FormatViolation', 'Heartbeat', { more: 1 }, 'payload'],
    ['FormatViolation', 'BootNotification', { ...boot, chargingStation: { ...station, more: 1 } }, 'chargingStation'],
    ['FormatViolation', 'TransactionEvent', { ...transactionEvent, idTag: 'x' }, 'payload'],
    ['OccurrenceConstraintViolation', 'BootNotification', { reason: 'PowerUp' }, 'chargingStation'],
    ['OccurrenceConstraintViolation', 'TransactionEvent', { ...transactionEvent, seqNo: undefined }, 'seqNo'],
    ['OccurrenceConstraintViolation', 'TransactionEvent', { ...transactionEvent, meterValue: [] }, 'meterValue'],
    [
      'OccurrenceConstraintViolation',
      'Authorize',
      { idToken: transactionEvent.idToken, iso15118CertificateHashData: new Array(5).fill({}) },
      'iso15118CertificateHashData',
    ],
    ['OccurrenceConstraintViolation', 'NotifyReport', { requestId: 1, generatedAt: at }, 'seqNo'],
    ['OccurrenceConstraintViolation', 'Heartbeat', { customData: {} }, 'customData.vendorId'],
    ['TypeConstraintViolation', 'BootNotification', { ...boot, chargingStation: [] }, 'chargingStation'],
    ['TypeConstraintViolation', 'TransactionEvent', { ...transactionEvent, seqNo: '0' }, 'seqNo'],
    ['TypeConstraintViolation', 'TransactionEvent', { ...transactionEvent, timestamp: 'today' }, 'timestamp'],
    [
      'TypeConstraintViolation',
      'MeterValues',
      { evseId: 1, meterValue: [{ timestamp: at, sampledValue: [{ value: '1250' }] }] },
      'meterValue[].sampledValue[].value',
    ],
    [
      'TypeConstraintViolation',
      'StatusNotification',
      { timestamp: at, connectorStatus: 'Available', evseId: 1.5, connectorId: 1 },
      'evseId',
    ],
    [
      'PropertyConstraintViolation',
      'StatusNotification',
      { timestamp: at, connectorStatus: 'Charging', evseId: 1, connectorId: 1 },
      'connectorStatus',
    ],
    [
      'PropertyConstraintViolation',
      'BootNotification',
      { ...boot, chargingStation: { ...station, model: 'x'.repeat(21) } },
      'chargingStation.model',
    ],
    ['PropertyConstraintViolation', 'TransactionEvent', { ...transactionEvent, seqNo: 2 ** 31 }, 'seqNo'],
    ['PropertyConstraintViolation', 'Authorize', { idToken: { idToken: '1', type: 'Card' } }, 'idToken.type'],
    ['NotImplemented', 'heartbeat', {}, 'unknown action'],
    ['NotImplemented', 'StartTransaction', {}, 'unknown action'],
    ['NotImplemented', 'constructor', {}, 'unknown action'],
    ['NotSupported', 'GetVariables', { getVariableData: [] }, 'GetVariables is for chargers'],
    ['NotSupported', 'DataTransfer', { vendorId: 'x' }, ''],
    ['SecurityError', 'SignCertificate', { csr: 'x' }, 'not now'],
    ['InternalError', 'NotifyReport', { requestId: 1, generatedAt: at, seqNo: 0 }, ''],
  ]
  test.each(rows)('%s: %s %j', (code, action, payload, path) => {
    expect(answerTo(call(action, payload))).toEqual([
      4,
      '7',
      code,
      expect.stringMatching(new RegExp(`^${RegExp.escape(path)}`)),
      {},
    ])
  })

  test('GenericError of a handler goes over the wire', () => {
    const event = {
      eventId: 1,
      timestamp: at,
      trigger: 'Alerting',
      actualValue: '1',
      eventNotificationType: 'HardWiredNotification',
      component: { name: 'C' },
      variable: { name: 'V' },
    }
    expect(codeOf(call('NotifyEvent', { generatedAt: at, seqNo: 0, eventData: [event] }))).toEqual([
      4,
      '7',
      'GenericError',
    ])
  })

  test('do nothing', () => {
    const { session, served } = connect()
    for (const [code, action, payload] of rows)
      if (code.endsWith('Violation') || code === 'ProtocolError') session.receive(call(action, payload))
    expect(served).toEqual([])
  })
})

describe('calls that fit', () => {
  test('are served as they came, custom data and all', () => {
    const customData = { vendorId: 'com.example', deep: { list: [1, null] }, 'odd name': true }
    const payload = { ...transactionEvent, customData, transactionInfo: { transactionId: 'T-1', customData } }
    const { session, sent, served } = connect()
    session.receive(call('TransactionEvent', payload))
    expect(served).toEqual([{ action: 'TransactionEvent', payload }])
    expect(sent).toEqual([[3, '7', {}]])
  })

  test('a value that only describes is taken outside its enumeration, and told of', () => {
    const { session, sent, odd } = connect()
    session.receive(call('TransactionEvent', { ...transactionEvent, triggerReason: 'FullMoon' }))
    expect(sent).toEqual([[3, '7', {}]])
    expect(odd).toEqual(['TransactionEvent.triggerReason=FullMoon'])
  })

  test('signed readings longer than 2.0.1 allows do not cost the reading', () => {
    const signed = { signedMeterData: 'x'.repeat(20_000), signingMethod: '', encodingMethod: 'OCMF', publicKey: '' }
    const sampledValue = [{ value: 1, signedMeterValue: signed }]
    expect(codeOf(call('MeterValues', { evseId: 1, meterValue: [{ timestamp: at, sampledValue }] }))).toEqual([
      3,
      '7',
      {},
    ])
  })

  test('a call sent again gets the same answer and is done once', () => {
    const { session, sent, served } = connect()
    const text = call('TransactionEvent', transactionEvent)
    session.receive(text)
    session.receive(text)
    expect(sent).toEqual([
      [3, '7', {}],
      [3, '7', {}],
    ])
    expect(served).toHaveLength(1)
  })
})

describe('our own calls', () => {
  test('are judged before they go out, and by the schema of their answer', async () => {
    const { session, sent } = connect()
    const asked = session.call('Reset', { type: 'OnIdle', evseId: 1 })
    expect(sent).toEqual([[2, 'own-1', 'Reset', { type: 'OnIdle', evseId: 1 }]])
    session.receive('[3,"own-1",{"status":"Scheduled","customData":{"vendorId":"x","a":1}}]')
    expect(await asked).toMatchObject({
      kind: 'result',
      payload: { status: 'Scheduled', customData: { vendorId: 'x', a: 1 } },
    })
    const again = session.call('Reset', { type: 'Immediate' })
    session.receive('[3,"own-1",{"status":"Perhaps"}]')
    expect(await again).toMatchObject({ kind: 'bad-result', text: expect.stringContaining('status') })
    await expect(session.call('Reset', { type: 'Soft' as 'OnIdle' })).rejects.toThrow('type')
  })

  test('have numbers of six decimals at most', async () => {
    const { session } = connect()
    await expect(session.call('CostUpdated', { transactionId: 'T-1', totalCost: 1 / 3 })).rejects.toThrow('6 decimals')
  })
})
