// Reads the configuration of one charger with GetConfiguration, whole or by the names of keys, and keeps the answer: over the
// session of the charger, or over the bus.
import { keyParts } from '#control/remote-operations/operation-request.rules.ts'
import type { Services } from '#office/installation/services.ts'
import type { CommandOutcome } from '#platform/bus/bus.ts'
import { keepAnswer } from './charger-config.commands.ts'
import { payloadIn, reportedKeys } from './charger-config.rules.ts'
import * as store from './charger-config.store.ts'
import { KNOWN_KEYS } from './config-keys.contract.ts'

/** A charger that is asked. `secrets` are blacked out in its answers. */
export type AskedCharger = { pk: number; ask: (key?: string[]) => Promise<CommandOutcome>; secrets: readonly string[] }

/** Asks a charger for these keys; without an answer nothing is kept. */
export async function readByName(services: Services, s: AskedCharger, due: store.DueConfigRead): Promise<void> {
  const answer = await askByName(s, due.keys, due.maxKeys ?? undefined)
  if (answer) await keep(services, s, answer, false)
}

/** Asks a charger for all of its keys. */
export async function readWhole(services: Services, s: AskedCharger): Promise<void> {
  const outcome = await s.ask()
  if (outcome.kind === 'closed' || outcome.kind === 'busy' || outcome.kind === 'unreachable') return
  const names = KNOWN_KEYS.map(k => k.name)
  let payload = payloadOf(outcome)
  // Some chargers report keys only by name.
  if (outcome.kind === 'error') payload = await askByName(s, names, await mostKeys(s))
  const keys = reportedKeys(payload)
  if (keys.length === 0) {
    await store.keepFailure(services.db, s.pk, services.now(), failureOf(outcome))
    return
  }
  await keep(services, s, payload, true)
  // An answer of exactly the most keys that the charger returns at once may have been cut off there.
  const most = Number(keys.find(k => k.key === 'getconfigurationmaxkeys')?.value)
  if (keys.length !== most) return
  const known = new Set(keys.map(k => k.key))
  const unknown = names.filter(name => !known.has(name.toLowerCase()))
  const more = await askByName(s, unknown, most)
  if (more) await keep(services, s, more, false)
}

/** Asks for keys by name, no more at once than the charger takes; undefined where the charger did not answer. */
export async function askByName(
  s: AskedCharger,
  keys: readonly string[],
  most: number | undefined,
): Promise<object | undefined> {
  const whole = { configurationKey: [] as object[], unknownKey: [] as string[] }
  for (const part of keyParts(keys, most)) {
    const payload = payloadOf(await s.ask(part))
    if (!payload) return undefined
    whole.configurationKey.push(...((payload as typeof whole).configurationKey ?? []))
    whole.unknownKey.push(...((payload as typeof whole).unknownKey ?? []))
  }
  return whole
}

/** Asks for the most keys that the charger returns at once; undefined where the charger does not say. */
async function mostKeys(s: AskedCharger): Promise<number | undefined> {
  const [key] = reportedKeys(payloadOf(await s.ask(['GetConfigurationMaxKeys'])))
  return Number(key?.value) > 0 ? Number(key?.value) : undefined
}

const keep = ({ db, now }: Services, s: AskedCharger, payload: unknown, isWhole: boolean): Promise<number> =>
  db.transaction().execute(trx => keepAnswer(trx, s.pk, payload, { at: now(), isWhole, secrets: s.secrets }))

/** Returns the payload of an answer, even where one or two of its values do not fit the schema. */
const payloadOf = (o: CommandOutcome): object | undefined => {
  const payload = o.kind === 'result' ? o.payload : o.kind === 'bad-result' ? payloadIn(o.raw) : undefined
  return typeof payload === 'object' && payload !== null ? payload : undefined
}

function failureOf(o: CommandOutcome): string {
  if (o.kind === 'error') return `The charge point answered ${o.code}`
  if (o.kind === 'timeout') return 'The charge point did not answer'
  return o.kind === 'bad-result' ? 'The answer could not be read' : 'The charge point told no keys'
}
