// The configuration of a charger as the API sends it: each key that the charger reported or an operator set.
import { isCredentialKey } from '#control/remote-operations/credential-key.words.ts'
import type { ExceptedKey, WantedKey } from '#control/settings-drift/wanted-settings.store.ts'
import type { ConfigKey } from './charger-config.contract.ts'
import { stateOf } from './charger-config.rules.ts'
import type { RequestedKeyRow, StoredConfig } from './charger-config.store.ts'

const wishOf = (w: RequestedKeyRow | undefined): ConfigKey['wanted'] =>
  w ? { value: w.value, by: w.by, at: w.setAt.toISOString(), outcome: w.outcome } : null

/** The keys that templates set for the charger, and the keys that are excepted. */
type Templates = { wanted: readonly WantedKey[]; excepted: readonly ExceptedKey[] }
const askedOf = ({ templateId, template, level, value, reach, isMet }: WantedKey): ConfigKey['asked'] => ({
  templateId,
  template,
  level,
  value,
  reach,
  isMet,
})
const exceptedOf = ({ exceptionId, reason, by, createdAt }: ExceptedKey): ConfigKey['excepted'] => ({
  id: exceptionId,
  reason,
  by,
  at: createdAt.toISOString(),
})

/** A refusal counts until a later value is taken. */
function keyOf(key: string, { told, wishes, read }: StoredConfig, { wanted: asked, excepted }: Templates): ConfigKey {
  const now = told.find(t => t.key === key)
  const of = wishes.filter(w => w.key === key)
  const wanted = of.find(w => w.isTaken)
  const refused = of.find(w => !w.isTaken && (!wanted || w.setAt > wanted.setAt))
  const template = asked.find(a => a.key === key)
  const exception = excepted.find(e => e.key === null || e.key === key)
  const name = now?.spelling ?? of[0]?.spelling ?? template?.spelling ?? key
  return {
    key: name,
    value: now?.value ?? null,
    isSecret: isCredentialKey(name),
    isReadOnly: now?.isReadonly ?? null,
    readAt: now?.readAt.toISOString() ?? null,
    wanted: wishOf(wanted),
    refused: wishOf(refused),
    state: stateOf(wanted, now, read.lastBootAt),
    asked: template ? askedOf(template) : null,
    excepted: exception ? exceptedOf(exception) : null,
  }
}

export const configOf = (rows: StoredConfig, templates: Templates) => {
  const { readAt, fwVersion: firmware, triedAt, error } = rows.read
  const keys = new Set([...rows.told, ...rows.wishes, ...templates.wanted].map(r => r.key))
  return {
    readAt: readAt?.toISOString() ?? null,
    firmware,
    failed: error !== null && triedAt ? { at: triedAt.toISOString(), error } : null,
    keys: [...keys].sort().map(key => keyOf(key, rows, templates)),
  }
}
