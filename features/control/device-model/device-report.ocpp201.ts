// NotifyReport: a part of what a station tells of its device model (B07, B08).
import { OcppError } from '@wattdesk/ocpp/error-code'
import type { Request201, Response201 } from '@wattdesk/ocpp/ocpp201'
import type { toldParts } from '#control/remote-operations/told-parts.ocpp201.ts'
import { connectorAt } from '#fleet/stations/evse.ocpp201.ts'
import { type Station, timeOf } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import { askBaseReport } from './base-report.commands.ts'
import { attributesOf, connectorsIn, MOST_PARTS, variableKey } from './device-model.rules.ts'
import { reportKeeper } from './device-report.memory.ts'
import { MOST_GAPS } from './device-report.store.ts'
import { readVariables } from './read-variables.commands.ts'

/** As of other questions of our own: behind all commands of operators, and never in their way for long. */
const PATIENCE = { isBackground: true, timeoutMs: 10_000, maxWaitMs: 600_000 } as const

type Ways = { onWhole?: (s: Station) => void; told: Pick<ReturnType<typeof toldParts>, 'take'> }
/** `onWhole`: called with a station whose whole model is known now; `told`: keeps what an operation asked for with its task. */
export function deviceReports(services: Services, { onWhole, told }: Ways) {
  const keeper = reportKeeper(services)

  async function notifyReport(s: Station, p: Request201<'NotifyReport'>): Promise<Response201<'NotifyReport'>> {
    const { requestId, seqNo, tbc = false, reportData = [] } = p
    if (seqNo < 0 || seqNo >= MOST_PARTS)
      throw new OcppError('PropertyConstraintViolation', `seqNo: ${seqNo} is not between 0 and ${MOST_PARTS - 1}`)
    // Before the part counts as stored, which it is only once.
    for (const pair of connectorsIn(reportData)) await connectorAt(services, s, pair)
    const attributes = attributesOf(reportData)
    await told.take(s, 'NotifyReport', {
      requestId,
      seqNo,
      isLast: !tbc,
      content: attributes.map(({ attribute, value, mutability, ...name }) => ({
        variable: variableKey(name),
        attribute,
        value,
        mutability,
      })),
    })
    const isWhole = await keeper.take(s, {
      requestId,
      seqNo,
      isLast: !tbc,
      generatedAt: timeOf(p.generatedAt),
      at: services.now(),
      told: attributes,
    })
    if (isWhole === undefined)
      throw new OcppError(
        'PropertyConstraintViolation',
        `seqNo: ${seqNo} is too much, for parts are missing at ${MOST_GAPS} places before it`,
      )
    if (isWhole) onWhole?.(s)
    return {}
  }

  return {
    handlers: { NotifyReport: notifyReport },
    /** Asks a station that is connected here for its whole model, or for variables by their keys. */
    read: {
      whole: async (s: Station): Promise<void> => {
        const { session } = s
        if (session.family !== 'ocpp2') return
        await askBaseReport(services, s.charger.pk, (action, payload) => session.call(action, payload, PATIENCE))
      },
      named: async (s: Station, keys: readonly string[]): Promise<void> => {
        const { session } = s
        if (session.family !== 'ocpp2') return
        await readVariables(services, s.charger.pk, keys, async payload => {
          const outcome = await session.call('GetVariables', payload, PATIENCE)
          return outcome.kind === 'result' ? outcome.payload : undefined
        })
      },
    },
    idle: keeper.idle,
  }
}
