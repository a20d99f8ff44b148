// The effect of a change on the charger's identity, its connectors and its fields (D-CHARGER-1, D-CHARGER-5,
// D-CHARGER-9, D-OCPP-1).
import { err, ok, type Result } from '@wattdesk/base/result'
import { isPlainIdentity } from './charger.rules.ts'
import type { ConnectorBody, SentConnector } from './charger-body.contract.ts'
import { CONNECTOR_GONE, CONNECTOR_TWICE, CONNECTOR_UNKNOWN } from './charger-form.words.ts'

/**
 * True for an id that a charger can connect by: the id is the last part of a path, with a key also the name before the
 * colon (RFC 7617), and has to look exactly as it is written. `.` and `..` are steps of a path, not names.
 */
export const isFitId = (id: string): boolean =>
  isPlainIdentity(id) && !/[/\\:]/.test(id) && id !== '.' && id !== '..' && id.isWellFormed()

/** A connector of the record. */
export type OldConnector = {
  connectorPk: number
  connectorId: number
  connectorName: string
  connectorType: string | null
  kw: number | null
  volt: number | null
  priceGroupId: number | null
  /** False for a connector that the charger reported before anybody described it. */
  isConfigured: boolean
}
/** A connector after the change. */
export type Connector = Omit<OldConnector, 'connectorPk' | 'isConfigured'>
type Refusal = { field: string; text: string }

/**
 * Returns the connectors that `sent` means, in its order. A row with the key of a connector stands for that connector;
 * any other row takes the lowest number without a described connector. So on a new charger the place is the number, and
 * a connector reported by the charger becomes described. Described connectors may not be left out.
 */
export function connectorsOf(
  old: readonly OldConnector[],
  sent: readonly ConnectorBody[],
): Result<Connector[], Refusal> {
  const named = new Map<number, OldConnector>()
  for (const [i, { connector_pk: pk }] of sent.entries()) {
    if (pk === undefined || pk === null) continue
    const field = `connectors.${i}.connector_pk`
    const known = old.find(o => o.connectorPk === pk)
    if (!known) return err({ field, text: CONNECTOR_UNKNOWN })
    if ([...named.values()].includes(known)) return err({ field, text: CONNECTOR_TWICE })
    named.set(i, known)
  }
  // Sent without any connector_pk, the rows are the described connectors by their place.
  const inOrder = named.size === 0 ? old.filter(o => o.isConfigured) : []
  const taken = new Set(old.filter(o => o.isConfigured).map(o => o.connectorId))
  for (const o of named.values()) taken.add(o.connectorId)
  const rows = sent.map((row, i): Connector => {
    const known = named.get(i) ?? inOrder[i]
    const connectorId = known?.connectorId ?? lowestFree(taken)
    taken.add(connectorId)
    const { connectorName, connectorType = null, kw = null, volt = null, priceGroupId } = row
    return { connectorId, connectorName: connectorName ?? String(connectorId), connectorType, kw, volt, priceGroupId }
  })
  const kept = new Set(rows.map(r => r.connectorId))
  const isLost = old.some(o => o.isConfigured && !kept.has(o.connectorId))
  return isLost ? err({ field: 'connectors', text: CONNECTOR_GONE }) : ok(rows)
}

const lowestFree = (taken: ReadonlySet<number>): number => {
  let n = 1
  while (taken.has(n)) n++
  return n
}

/** True where the connectors are those of the record, sent back as they were read. */
export const isSentBack = (old: readonly OldConnector[], sent: readonly SentConnector[]): boolean =>
  sent.length === old.length &&
  sent.every((s, i) => {
    const o = old[i]
    return (
      o !== undefined &&
      (s.connector_pk ?? o.connectorPk) === o.connectorPk &&
      (s.connectorName ?? '') === o.connectorName &&
      (['connectorType', 'kw', 'volt', 'priceGroupId'] as const).every(k => (s[k] ?? null) === o[k])
    )
  })

/**
 * Returns whether a record is active after a change: an active charger stays active, whatever is sent (D-CHARGER-5).
 */
export const activeAfter = (before: boolean, sent: boolean | undefined): boolean => before || sent === true

/**
 * Returns the serial number entered by hand after a change. The form may show the serial number reported at boot: sent
 * back unchanged, it does not count as entered by hand.
 */
export const serialAfter = (
  sent: string | null | undefined,
  { entered, booted }: { entered: string | null; booted: string | null },
): string | null => {
  if (sent === undefined || (entered === null && sent === booted)) return entered
  return sent
}
