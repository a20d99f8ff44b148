// Any text is read as a call, a result, an error or a bad frame; what is built is read back.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callFrame, errorFrame, parseFrame, resultFrame } from './frames.ts'

describe('frames of the three kinds are read', () => {
  test.each([
    ['[2,"19223201","Heartbeat",{}]', { kind: 'call', id: '19223201', action: 'Heartbeat', payload: {} }],
    ['[2,"1","Heartbeat",null]', { kind: 'call', id: '1', action: 'Heartbeat', payload: {} }],
    [' [ 2 , "ö" , "X" , {"a":1} ] ', { kind: 'call', id: 'ö', action: 'X', payload: { a: 1 } }],
    ['[3,"1",{"status":"Accepted"}]', { kind: 'result', id: '1', payload: { status: 'Accepted' } }],
    ['[3,"1",null]', { kind: 'result', id: '1', payload: {} }],
    ['[3,"1"]', { kind: 'result', id: '1', payload: undefined }],
    [
      '[4,"1","GenericError","no",{"x":1}]',
      { kind: 'error', id: '1', code: 'GenericError', text: 'no', details: { x: 1 } },
    ],
    ['[4,"1"]', { kind: 'error', id: '1', code: '', text: '', details: undefined }],
  ])('%s', (text, frame) => expect(parseFrame(text)).toEqual(frame))
})

test('ids have 1 to 36 characters', () => {
  const id = 'x'.repeat(36)
  expect(parseFrame(`[2,"${id}","Heartbeat",{}]`)).toMatchObject({ kind: 'call', id })
  expect(parseFrame(`[2,"${id}x","Heartbeat",{}]`)).toMatchObject({ kind: 'bad', id: `${id}x` })
  expect(parseFrame('[2,"","Heartbeat",{}]')).toMatchObject({ kind: 'bad', id: '' })
})

describe('a broken call whose id can be read is a formation fault of that id', () => {
  test.each(['[2,"7"]', '[2,"7","Heartbeat"]', '[2,"7",5,{}]', '[2,"7","Heartbeat",{},1]', '[2,"7","Heartbeat",{'])(
    '%s',
    text => expect(parseFrame(text)).toMatchObject({ kind: 'bad', id: '7', code: 'FormationViolation' }),
  )
})

describe('what has no readable id, or is of an unknown message type, is nobody’s', () => {
  test.each([
    '',
    'hello',
    '{}',
    'null',
    '7',
    '"x"',
    '[]',
    '[2]',
    '[2,7,"Heartbeat",{}]',
    '[5,"7",{}]',
    '["2","7","Heartbeat",{}]',
    '[1,"7"]',
    '{"a":',
  ])('%s', text => {
    const frame = parseFrame(text)
    expect(frame.kind).toBe('bad')
    expect(frame).not.toHaveProperty('id')
  })
})

test('what is built is read back, whatever the id', () => {
  const id = fc.string({ unit: 'binary', minLength: 1, maxLength: 18 })
  fc.assert(
    fc.property(id, fc.jsonValue(), fc.string(), (anyId, payload, text) => {
      const json = JSON.stringify(payload)
      const read = payload === null ? {} : JSON.parse(json)
      expect(parseFrame(callFrame(anyId, 'Reset', json))).toEqual({
        kind: 'call',
        id: anyId,
        action: 'Reset',
        payload: read,
      })
      expect(parseFrame(resultFrame(anyId, json))).toEqual({ kind: 'result', id: anyId, payload: read })
      expect(parseFrame(errorFrame(anyId, 'GenericError', text))).toEqual({
        kind: 'error',
        id: anyId,
        code: 'GenericError',
        text,
        details: {},
      })
    }),
  )
})

test('a CALLERROR has five elements and a text of at most 255 characters', () => {
  expect(errorFrame('1', 'NotImplemented', 'no "such"')).toBe('[4,"1","NotImplemented","no \\"such\\"",{}]')
  expect(JSON.parse(errorFrame('1', 'InternalError', 'x'.repeat(1000)))[3]).toHaveLength(255)
})

test('any text and any JSON is read without an exception', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), text => {
      expect(() => parseFrame(text)).not.toThrow()
    }),
  )
  const nearly = fc.tuple(fc.constantFrom(2, 3, 4), fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), fc.jsonValue())
  fc.assert(
    fc.property(nearly, fc.nat(5), (frame, length) => {
      expect(() => parseFrame(JSON.stringify(frame.slice(0, length)))).not.toThrow()
    }),
  )
})

test('deep nesting is read or refused, not fallen over', () => {
  const deep = `[2,"1","Heartbeat",${'['.repeat(100_000)}${']'.repeat(100_000)}]`
  expect(['call', 'bad']).toContain(parseFrame(deep).kind)
})
