// Charge points of a file with their connectors, known by their ids; price groups and sites are named.
import { chargerReply, removeCharger } from '#fleet/chargers/charger.commands.ts'
import { ChargerBody, ChargerChange, NEW_CHARGER } from '#fleet/chargers/charger-body.contract.ts'
import { createCharger, updateCharger } from '#fleet/chargers/charger-change.commands.ts'
import { IMPORT_COLUMNS } from '../import-columns.fields.ts'
import type { DoneRow, Reason } from '../network-import.words.ts'
import { byCommands, type ImportRow, lower } from './import-kind.commands.ts'
import * as store from './known.store.ts'

const namesOf = (rows: readonly ImportRow[], type: 'price group' | 'site'): string[] => {
  const columns = IMPORT_COLUMNS.chargers.filter(c => c.type === type).map(c => c.name)
  return [...new Set(rows.flatMap(r => columns.flatMap(c => (r.values[c] === undefined ? [] : lower(r.values[c])))))]
}

const FIRST = 'connectors.0'
/** A new charge point needs a connector with its type, its power or voltage, and its price group. */
function lacking(values: ImportRow['values']): Reason[] {
  const has = (name: string) => values[`${FIRST}.${name}`] !== undefined
  return IMPORT_COLUMNS.chargers
    .filter(c => c.name.startsWith(`${FIRST}.`) && c.neededWhen !== undefined && values[c.name] === undefined)
    .filter(c => c.name !== `${FIRST}.kw` || !has('volt'))
    .map(c => ({ field: c.name, value: '', reason: `${c.header} is needed ${c.neededWhen}` }))
}

const statusIn = (record: unknown): unknown => (record as { registration_status?: unknown } | null)?.registration_status
/** The row let its charge point in. */
const isAcceptance = ({ before, after }: DoneRow): boolean =>
  statusIn(after) === 'Accepted' && statusIn(before) !== 'Accepted'

export const chargers = byCommands<ChargerBody, ChargerChange>({
  keyOf: v => v.chargepoint_id ?? null,
  newBody: ChargerBody,
  changeBody: ChargerChange,
  isPartial: true,
  // Only the platform's own staff may set the category.
  defaults: { ...NEW_CHARGER, charger_category: undefined },
  lacking,
  find: (c, keys) => store.chargers(c.trx, c.changes ?? c.scope, keys),
  references: async (c, rows) => {
    const [groups, sites] = [namesOf(rows, 'price group'), namesOf(rows, 'site')]
    return {
      'price group': await store.priceGroupsNamed(c.trx, c.teamId, groups),
      site: await store.sitesNamed(c.trx, c.teamId, sites),
    }
  },
  read: async (c, scope, id) => {
    const { connectors, ...charger } = await chargerReply(c.trx, scope, c.who, String(id), c.services.now())
    return {
      ...charger,
      connectors: connectors.map(({ connector_pk, connectorName, connectorType, kw, volt, priceGroupId }) => ({
        connector_pk,
        connectorName,
        connectorType,
        kw,
        volt,
        priceGroupId,
      })),
    }
  },
  create: async (services, caller, body) => (await createCharger(services, caller, body)).chargepoint_pk,
  update: (services, caller, id, body) => updateCharger(services, caller, String(id), body),
  remove: (services, caller, id) => removeCharger(services, caller, String(id)),
  used: (c, ids) => store.usedChargers(c.trx, ids),
  usedChanges: (c, rows) =>
    store.connectedSinceAccepted(
      c.trx,
      c.importId,
      rows.filter(isAcceptance).map(r => r.recordId),
    ),
})
