// Reports of a device model by hand, for tests.
import type { TestCharger } from '#testing/charger.ts'

type More = {
  evse?: { id: number; connectorId?: number }
  mutability?: string
  characteristics?: object
  attributes?: { type: string; value: string; mutability?: string }[]
}
/** A row of a report: one variable with its value. */
export const rowOf = (component: string, variable: string, value: string, more: More = {}) => ({
  component: { name: component, ...(more.evse && { evse: more.evse }) },
  variable: { name: variable },
  variableAttribute: [
    { type: 'Actual', value, mutability: more.mutability ?? 'ReadWrite' },
    ...(more.attributes ?? []),
  ],
  variableCharacteristics: { dataType: 'string', supportsMonitoring: false, ...more.characteristics },
})

/** Sends parts of a report: all of them, or those of these numbers, in this order. */
export async function tellParts(
  c: TestCharger,
  requestId: number,
  parts: readonly (readonly object[])[],
  seqNos: readonly number[] = parts.map((_, n) => n),
): Promise<void> {
  const generatedAt = new Date().toISOString()
  for (const seqNo of seqNos) {
    const tbc = seqNo < parts.length - 1
    await c.call('NotifyReport', { requestId, seqNo, tbc, generatedAt, reportData: parts[seqNo] })
  }
}
