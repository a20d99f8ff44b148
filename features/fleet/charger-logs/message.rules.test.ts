// Frames explained: every field of every message has its words, unknown, missing and unfit fields are marked, and a
// request finds its answer.
import { messages } from '@wattdesk/ocpp/messages'
import type { Node } from '@wattdesk/ocpp/schema'
import { describe, expect, test } from 'vitest'
import type { LogRow } from './charger-log.rules.ts'
import { explained, partnerOf } from './message.rules.ts'
import { actionWords, LOG_ACTIONS, wordsOf } from './message-words.rules.ts'

/** The paths of all fields of a schema. */
function* pathsOf(node: Node, path: readonly string[] = []): Generator<readonly string[]> {
  if (node.kind === 'list') yield* pathsOf(node.item.node, path)
  if (node.kind !== 'obj') return
  for (const [name, schema] of Object.entries({ ...node.required, ...node.optional })) {
    yield [...path, name]
    yield* pathsOf(schema.node, [...path, name])
  }
}

test('every action and every field of its request and answer has a sentence', () => {
  const without: string[] = []
  for (const [action, m] of Object.entries(messages)) {
    if (!actionWords(action)) without.push(action)
    for (const side of ['request', 'answer'] as const)
      for (const path of pathsOf((side === 'request' ? m.request : m.confirmation).node)) {
        const [meaning = ''] = wordsOf(action, side, path) ?? []
        if (!meaning.endsWith('.')) without.push(`${action} ${side}.${path.join('.')}`)
      }
  }
  expect(without).toEqual([])
  expect([...LOG_ACTIONS].sort()).toEqual(Object.keys(messages).sort())
})

const told = (message: string, request?: string) =>
  explained(message, request)?.fields.map(f => [
    '  '.repeat(f.depth) + f.name,
    f.value + (f.unit ? ` ${f.unit}` : ''),
    f.standing,
  ])

describe('a message', () => {
  test('is told field by field, with units, in its groups', () => {
    const message = JSON.stringify([
      2,
      'a',
      'MeterValues',
      {
        connectorId: 1,
        meterValue: [
          { timestamp: '2026-01-01T00:00:00Z', sampledValue: [{ value: '12' }, { value: '7.4', unit: 'kW' }] },
        ],
      },
    ])
    expect(told(message)).toEqual([
      ['connectorId', '1', 'known'],
      ['meterValue', '', 'known'],
      ['  timestamp', '2026-01-01T00:00:00Z', 'known'],
      ['  sampledValue', '', 'known'],
      ['    sampledValue 1', '', 'known'],
      ['      value', '12 Wh', 'known'],
      ['    sampledValue 2', '', 'known'],
      ['      value', '7.4 kW', 'known'],
      ['      unit', 'kW', 'known'],
    ])
    expect(explained(message)).toMatchObject({ about: 'The charger tells readings of its meter.' })
    // A field that repeats is not explained again.
    expect(explained(message)?.fields.map(f => f.meaning)).toEqual([
      'The connector; 0 is the charger as a whole.',
      'Readings, time by time.',
      'When the readings were taken, by the charger’s clock.',
      'The readings of that time.',
      '',
      'The reading.',
      '',
      '',
      'The unit of the reading. Without it: Wh.',
    ])
    expect(explained(message)?.fields[0]).toMatchObject({
      type: 'Whole number',
      meaning: 'The connector; 0 is the charger as a whole.',
    })
  })
  test('shows what it lacks, what is unfit and what the standard does not have', () => {
    const message = '[2,"a","StatusNotification",{"connectorId":"1","status":"SuspendedEV","colour":"red"}]'
    expect(told(message)).toEqual([
      ['connectorId', '1', 'unfit'],
      ['status', 'SuspendedEV', 'known'],
      ['colour', 'red', 'unknown'],
      ['errorCode', '', 'missing'],
    ])
    expect(explained(message)?.fields[1]?.meaning).toBe(
      'The state of the connector. SuspendedEV: the car takes no energy.',
    )
  })
  test('that answers is told by its request', () => {
    const request = '[2,"a","BootNotification",{}]'
    const answer = '[3,"a",{"status":"Accepted","currentTime":"2026-01-01T00:00:00Z","interval":300}]'
    expect(told(answer, request)?.map(f => f[1])).toEqual(['Accepted', '2026-01-01T00:00:00Z', '300 s'])
    expect(explained(answer, request)?.about).toBe('The answer to BootNotification.')
    expect(explained(answer)?.about).toBe('An answer; its request is not in the log.')
    expect(told(answer)?.every(f => f[2] === 'known')).toBe(true)
  })
  test('that refuses is told by its code', () => {
    const fields = explained('[4,"a","NotImplemented","no such thing",{"x":1}]')?.fields
    expect(fields?.map(f => f.value)).toEqual(['NotImplemented', 'no such thing', '{"x":1}'])
    expect(fields?.[0]?.meaning).toBe('The receiver does not know this action.')
  })
  test.each(['hello', '[1]', '[2,"a"]', '{"a":1}', '[2,5,"Heartbeat",{}]'])('%s is no frame', message =>
    expect(explained(message)).toBeUndefined(),
  )
  test('of an unknown action has only unknown fields', () => {
    expect(told('[2,"a","constructor",{"b":1}]')).toEqual([['b', '1', 'unknown']])
    expect(told('[2,"a","Heartbeat",{"toString":1}]')).toEqual([['toString', '1', 'unknown']])
    expect(explained('[2,"a","Heartbeat",null]')).toMatchObject({ fields: [] })
  })
})

test('a request finds the first answer after it, an answer the last request before it, from the other side only', () => {
  const row = (second: number, messageType: LogRow['messageType'], message: string): LogRow => ({
    id: `${second} ${message}`,
    messageTime: new Date(1_700_000_000_000 + second * 1000).toISOString(),
    messageType,
    message,
  })
  const first = row(1, 'INCOMING', '[2,"7","Heartbeat",{}]')
  const answer = row(2, 'OUTGOING', '[3,"7",{}]')
  const again = row(60, 'INCOMING', '[2,"7","Authorize",{}]')
  const refusal = row(61, 'OUTGOING', '[4,"7","NotSupported","",{}]')
  const ours = row(2, 'OUTGOING', '[2,"7","Reset",{}]')
  const all = [refusal, ours, again, answer, first]
  for (const [a, b] of [
    [first, answer],
    [answer, first],
    [again, refusal],
    [refusal, again],
  ] as const)
    expect(partnerOf(a, all)).toBe(b)
  expect(partnerOf(ours, all)).toBeUndefined()
  expect(partnerOf(row(3, 'INCOMING', 'hello'), all)).toBeUndefined()
})
