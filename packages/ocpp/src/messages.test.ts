// Every message is put to the test from its own example: each field taken away, added to, mistyped, overdrawn.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compile, type Violation } from './compile.ts'
import { type Action, isAction, isCentralSystemAction, isChargePointAction, messages } from './messages.ts'
import type { Schema } from './schema.ts'
import { examples } from './test-examples.ts'
import { validators } from './validators.ts'

type Tree = Record<string, unknown>
interface Fault {
  what: string
  payload: unknown
  code: Violation['code'] | undefined
}

const set = (object: Tree, name: string, value: unknown): Tree => ({ ...object, [name]: value })

const without = (object: Tree, name: string): Tree =>
  Object.fromEntries(Object.entries(object).filter(([other]) => other !== name))

/** Every fault that can be made in a value that fits the schema. */
const faults = (schema: Schema<unknown>, value: unknown, path: string): Fault[] => {
  const { node } = schema
  const wrong = (payload: unknown, code?: Fault['code']): Fault => ({
    what: `${path} = ${JSON.stringify(payload)?.slice(0, 40)}`,
    payload,
    code,
  })
  switch (node.kind) {
    case 'str': {
      const type = wrong(7, 'TypeConstraintViolation')
      if (node.max === Number.POSITIVE_INFINITY) return [type]
      return [type, wrong('x'.repeat(node.max)), wrong('x'.repeat(node.max + 1), 'PropertyConstraintViolation')]
    }
    case 'int':
      return [
        wrong('7', 'TypeConstraintViolation'),
        wrong(7.5, 'TypeConstraintViolation'),
        wrong(node.min),
        wrong(node.max),
        wrong(node.min - 1024, 'PropertyConstraintViolation'),
        wrong(node.max + 1024, 'PropertyConstraintViolation'),
      ]
    case 'dec':
      return [wrong('7.5', 'TypeConstraintViolation')]
    case 'bool':
      return [wrong('true', 'TypeConstraintViolation')]
    case 'date':
      return [
        wrong('2026-02-30T00:00:00Z', 'TypeConstraintViolation'),
        wrong(1_772_000_000, 'TypeConstraintViolation'),
        wrong('2026-03-01T17:30:00.123456+05:30'),
      ]
    case 'oneOf':
      return [
        wrong('Perhaps', 'PropertyConstraintViolation'),
        wrong(7, 'TypeConstraintViolation'),
        ...node.allowed.map(allowed => wrong(allowed)),
      ]
    case 'open':
      return [wrong('Perhaps'), wrong(7, 'TypeConstraintViolation'), ...node.allowed.map(allowed => wrong(allowed))]
    case 'list': {
      const items = value as unknown[]
      return [
        wrong('not a list', 'TypeConstraintViolation'),
        ...faults(node.item, items[0], `${path}[]`).map(fault => ({
          ...fault,
          payload: [fault.payload, ...items.slice(1)],
        })),
      ]
    }
    case 'obj': {
      const object = value as Tree
      const inside = Object.entries({ ...node.required, ...node.optional }).flatMap(([name, field]) => [
        ...faults(field, object[name], `${path}.${name}`).map(fault => ({
          ...fault,
          payload: set(object, name, fault.payload),
        })),
        {
          what: `${path} without ${name}`,
          payload: without(object, name),
          code: name in node.required ? ('OccurenceConstraintViolation' as const) : undefined,
        },
      ])
      return [...inside, { what: `${path} with more`, payload: set(object, 'more', 1), code: 'FormationViolation' }]
    }
    case 'any':
      return []
  }
}

describe.each(Object.keys(messages) as Action[])('%s', action => {
  for (const part of ['request', 'confirmation'] as const) {
    const schema: Schema<unknown> = messages[action][part]
    const example = examples[action][part]
    const validate = compile(schema)

    test(`${part}: the example has every field and fits, coming and going`, () => {
      expect(validate(structuredClone(example))).toBeUndefined()
      expect(compile(schema, 'sent')(example)).toBeUndefined()
      const { node } = schema
      if (node.kind !== 'obj') throw new Error('a payload is an object')
      expect(Object.keys(example).sort()).toEqual([...Object.keys(node.required), ...Object.keys(node.optional)].sort())
    })

    test(`${part}: every fault is refused with its code, every bound still passes`, () => {
      for (const { what, payload, code } of faults(schema, example, part)) {
        expect(`${what}: ${validate(structuredClone(payload))?.code}`).toBe(`${what}: ${code}`)
      }
    })
  }
})

test('all 39 actions are there, 28 of OCPP 1.6 and 11 of the security paper', () => {
  expect(Object.keys(messages)).toHaveLength(39)
  expect([...validators.keys()].filter(isChargePointAction).sort()).toEqual(
    [
      'Authorize',
      'BootNotification',
      'DataTransfer',
      'DiagnosticsStatusNotification',
      'FirmwareStatusNotification',
      'Heartbeat',
      'LogStatusNotification',
      'MeterValues',
      'SecurityEventNotification',
      'SignCertificate',
      'SignedFirmwareStatusNotification',
      'StartTransaction',
      'StatusNotification',
      'StopTransaction',
    ].sort(),
  )
  expect([...validators.keys()].filter(isCentralSystemAction)).toHaveLength(26)
})

test('names of actions are case-sensitive, and none comes from the object itself', () => {
  for (const name of ['heartbeat', 'HEARTBEAT', '', 'constructor', '__proto__', 'toString']) {
    expect(isAction(name)).toBe(false)
  }
})

test('both spellings of degrees Celsius are in the standard', () => {
  for (const unit of ['Celcius', 'Celsius']) {
    const odd: string[] = []
    const payload = {
      connectorId: 1,
      meterValue: [{ timestamp: '2026-03-01T10:00:00Z', sampledValue: [{ value: '31', unit }] }],
    }
    expect(validators.get('MeterValues')?.call(payload, (_, value) => odd.push(value))).toBeUndefined()
    expect(odd).toEqual([])
  }
})

test('a meter register beyond 32 bits does not hold back a transaction', () => {
  const payload = { ...examples.StopTransaction.request, meterStop: 5_000_000_000 }
  expect(validators.get('StopTransaction')?.call(payload)).toBeUndefined()
})

test('limits that we send have one decimal, those that we are told may have more', () => {
  const schedule = (limit: number) => ({ chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit }] })
  const profile = (limit: number) => ({
    ...examples.SetChargingProfile.request,
    csChargingProfiles: {
      ...examples.SetChargingProfile.request.csChargingProfiles,
      chargingSchedule: schedule(limit),
    },
  })
  expect(validators.get('SetChargingProfile')?.sentCall(profile(16.1))).toBeUndefined()
  expect(validators.get('SetChargingProfile')?.sentCall(profile(16.15))?.code).toBe('PropertyConstraintViolation')
  const told = { status: 'Accepted', chargingSchedule: schedule(16.153) }
  expect(validators.get('GetCompositeSchedule')?.answer(told)).toBeUndefined()
})

test('any JSON is judged without an exception by every validator', () => {
  const all = [...validators.values()].flatMap(({ call, sentAnswer, sentCall, answer }) => [
    call,
    sentAnswer,
    sentCall,
    answer,
  ])
  const validator = fc.constantFrom(...all)
  fc.assert(
    fc.property(validator, fc.jsonValue(), (validate, payload) => {
      expect(() => validate(payload)).not.toThrow()
    }),
  )
})

test('any JSON in the place of any field is judged without an exception', () => {
  const parts = Object.values(examples).flatMap(({ request, confirmation }, at) => {
    const both = [...validators.values()][at]
    return both
      ? [
          { validate: both.call, payload: request as Tree },
          { validate: both.answer, payload: confirmation as Tree },
        ]
      : []
  })
  fc.assert(
    fc.property(fc.constantFrom(...parts), fc.nat(), fc.jsonValue(), ({ validate, payload }, which, value) => {
      const names = Object.keys(payload)
      const name = names[which % Math.max(names.length, 1)] ?? 'more'
      expect(() => validate(set(payload, name, structuredClone(value)))).not.toThrow()
    }),
  )
})
