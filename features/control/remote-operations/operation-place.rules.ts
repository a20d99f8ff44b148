// The connector of an operation in the words that name it.
import { connectorWords } from '#fleet/stations/evse-words.rules.ts'
import type { FormTarget, FormValues } from './operations/operation.contract.ts'

/** ', connector 2' or ', EVSE 2'; empty for the whole charge point. */
export function placeSuffix({ connectors = [] }: FormTarget, values: FormValues): string {
  const connectorId = Number(values.connectorId ?? 0)
  if (connectorId === 0) return ''
  return `, ${connectorWords(connectors.find(n => n.connectorId === connectorId) ?? { connectorId })}`
}
