// Anything at all that a station of OCPP 2.0.1 or 2.1 may send: each message is answered, with a result or with a code that the
// standard has for the fault, never with InternalError; the station and its neighbour go on being served.
import { ocpp21 } from '@wattdesk/ocpp/ocpp21'
import { ocpp201 } from '@wattdesk/ocpp/ocpp201'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { bootedStation, type Station201 } from '#testing/station201.ts'
import { isOpenEnumeration, longestOf } from '../tools/ocpp-schemas.ts'
import { VERSIONS } from '../tools/ocpp201.ts'
import { mutantsOf, payloadsOf } from '../tools/test-ocpp-messages.ts'

/** Messages of each action: WATTDESK_FUZZ=20000 makes more of it, WATTDESK_FUZZ_SEED others. */
const RUNS = Math.ceil(Number(process.env.WATTDESK_FUZZ ?? 300) / 25)
const SEED = Number(process.env.WATTDESK_FUZZ_SEED ?? 20_260_105)
const FAULTS = [
  'FormatViolation',
  'NotSupported',
  'OccurrenceConstraintViolation',
  'PropertyConstraintViolation',
  'ProtocolError',
  'SecurityError',
  'TypeConstraintViolation',
]

let t: TestApp
const stations: Record<string, Station201> = {}
let neighbour: Station201
beforeAll(async () => {
  t = await startApp()
  const { ws } = await t.listen()
  for (const { protocol } of [ocpp201, ocpp21]) stations[protocol] = await bootedStation(t, ws, {}, [protocol])
  neighbour = await bootedStation(t, ws)
})
afterAll(async () => {
  await Promise.all([...Object.values(stations), neighbour].map(c => c.close()))
  await t.close()
})

const messages = [
  { dialect: ocpp201, version: VERSIONS.messages201 },
  { dialect: ocpp21, version: VERSIONS.messages21 },
].flatMap(({ dialect, version }) =>
  Object.values(version?.blocks ?? {})
    .flatMap(block => Object.keys(block))
    .filter(dialect.isChargePointAction)
    .map(action => ({
      protocol: dialect.protocol,
      action,
      schema: version?.schemas.find(s => s.$id === `urn:${action}.req`),
      // The product does not offer 2.1 actions that 2.0.1 lacks; only their schemas are tested.
      isOffered: ocpp201.isChargePointAction(action),
    })),
)

/** Messages whose parts have numbers. */
const IN_PARTS = ['NotifyReport', 'NotifyMonitoringReport', 'NotifyCustomerInformation']

describe.each(messages)('$protocol $action', ({ protocol, action, schema, isOffered }) => {
  if (!schema) throw new Error(`${action} has no schema`)
  const context = {
    path: '',
    at: schema.$id ?? '',
    all: schema.definitions ?? {},
    isOpen: isOpenEnumeration,
    longest: longestOf,
  }

  test('whatever fits is answered with a result, whatever does not with its fault', async () => {
    await fc.assert(
      fc.asyncProperty(payloadsOf(schema), fc.nat(), async (payload, n) => {
        const station = stations[protocol] ?? neighbour
        const fits = await station.ask(action, payload)
        if (!isOffered) {
          expect(fits).toMatchObject({ error: { code: 'NotImplemented' } })
          return
        }
        // A number of a part below 0 or beyond all reason fits the schema and is told so.
        const isRefusedPart = IN_PARTS.includes(action) && 'error' in fits && fits.error.text.startsWith('seqNo')
        expect('error' in fits && !isRefusedPart ? fits : undefined).toBeUndefined()
        const mutants = mutantsOf(schema, payload, context)
        const mutant = mutants[n % Math.max(1, mutants.length)]
        if (!mutant) return
        const answer = await station.ask(action, mutant.payload())
        if ('error' in answer) expect(FAULTS).toContain(answer.error.code)
      }),
      { numRuns: RUNS, seed: SEED },
    )
    for (const c of [...Object.values(stations), neighbour])
      expect(await c.call('Heartbeat', {})).toHaveProperty('currentTime')
  })
})
