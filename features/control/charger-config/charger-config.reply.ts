// The configuration of a charger as the API sends it: each key that the charger reported or an operator set.
import { isCredentialKey } from '#control/remote-operations/credential-key.words.ts'
import type { ConfigKey } from './charger-config.contract.ts'
import { stateOf } from './charger-config.rules.ts'
import type { RequestedKeyRow, StoredConfig } from './charger-config.store.ts'

const wishOf = (w: RequestedKeyRow | undefined): ConfigKey['wanted'] =>
  w ? { value: w.value, by: w.by, at: w.setAt.toISOString(), outcome: w.outcome } : null

/** A refusal counts until a later value is taken. */
function keyOf(key: string, { told, wishes, read }: StoredConfig): ConfigKey {
  const now = told.find(t => t.key === key)
  const of = wishes.filter(w => w.key === key)
  const wanted = of.find(w => w.isTaken)
  const refused = of.find(w => !w.isTaken && (!wanted || w.setAt > wanted.setAt))
  const name = now?.spelling ?? of[0]?.spelling ?? key
  return {
    key: name,
    value: now?.value ?? null,
    isSecret: isCredentialKey(name),
    isReadOnly: now?.isReadonly ?? null,
    readAt: now?.readAt.toISOString() ?? null,
    wanted: wishOf(wanted),
    refused: wishOf(refused),
    state: stateOf(wanted, now, read.lastBootAt),
  }
}

export const configOf = (rows: StoredConfig) => {
  const { readAt, fwVersion: firmware, triedAt, error } = rows.read
  const keys = new Set([...rows.told, ...rows.wishes].map(r => r.key))
  return {
    readAt: readAt?.toISOString() ?? null,
    firmware,
    failed: error !== null && triedAt ? { at: triedAt.toISOString(), error } : null,
    keys: [...keys].sort().map(key => keyOf(key, rows)),
  }
}
