// The messages of OCPP 2.0.1 in packages/ocpp are what the official schemas say.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ocpp201 } from '@wattdesk/ocpp/ocpp201'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOpenEnumeration, longestOf, schemaModules } from './ocpp-schemas.ts'
import { BLOCKS, officialSchemas } from './ocpp201.ts'
import { type Mutant, mutantsOf, payloadsOf } from './test-ocpp-messages.ts'

const FOLDER = join(import.meta.dirname, '../packages/ocpp/src/messages201')
const schemas = officialSchemas()
const actions = Object.assign({}, ...Object.values(BLOCKS)) as Record<string, string>

/** Layout is the formatter's. */
const bare = (code: string): string => code.replaceAll(/[\s,]/g, '')

describe('the generated modules', () => {
  const made = schemaModules(schemas, BLOCKS)

  test('are all there, and no others', () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual([...made.keys()].toSorted())
  })

  test.each([...made])('%s is what the script makes now', (file, text) => {
    expect(bare(readFileSync(join(FOLDER, file), 'utf8'))).toBe(bare(text))
  })
})

test('all 64 messages of the standard are there, with both schemas, in one functional block each', () => {
  const named = Object.values(BLOCKS).flatMap(block => Object.keys(block))
  expect(named).toHaveLength(64)
  expect(new Set(named).size).toBe(64)
  expect(schemas.map(s => s.$id).toSorted()).toEqual(
    named.flatMap(action => [`urn:${action}.conf`, `urn:${action}.req`]).toSorted(),
  )
  expect([...ocpp201.validators.keys()].toSorted()).toEqual(named.toSorted())
})

test('who may send a request', () => {
  const fromStation = Object.keys(actions).filter(ocpp201.isChargePointAction)
  expect(fromStation).toEqual(Object.keys(actions).filter(action => actions[action] !== 'centralSystem'))
  expect(fromStation).toHaveLength(25)
})

const mutants = (schema: (typeof schemas)[number], payload: unknown): Mutant[] =>
  mutantsOf(schema, payload, {
    path: '',
    at: schema.$id ?? '',
    all: schema.definitions ?? {},
    isOpen: isOpenEnumeration,
    longest: longestOf,
  })

describe.each(Object.keys(actions))('%s', action => {
  const row = ocpp201.validators.get(action)
  if (!row) throw new Error(`${action} has no validators`)
  for (const [part, received, sent] of [
    ['req', row.call, row.sentCall],
    ['conf', row.answer, row.sentAnswer],
  ] as const) {
    const schema = schemas.find(s => s.$id === `urn:${action}.${part}`) ?? {}

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
