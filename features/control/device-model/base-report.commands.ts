// Asks a station of OCPP 2.0.1 for all of its device model, which comes after its answer in parts (device-report.ocpp201.ts).
import { keepFailure } from '#control/charger-config/charger-config.store.ts'
import { ANSWER_MS, TOO_MANY } from '#control/remote-operations/remote-operation.rules.ts'
import type { Services } from '#office/installation/services.ts'
import type { CommandOutcome } from '#platform/bus/bus.ts'
import { openReport, refuseReport } from './device-report.store.ts'

type Ask = (
  action: 'GetBaseReport',
  payload: { requestId: number; reportBase: 'FullInventory' },
) => Promise<CommandOutcome>
const NOT_ENDED = 'The report of its device model has not ended'

/** Asks a station for a whole report; returns why it gives none, undefined where the parts are to come. */
export async function askBaseReport(services: Services, pk: number, ask: Ask): Promise<string | undefined> {
  const { db } = services
  const requestId = await openReport(db, pk, services.now())
  // Until the last part is there, the reading has failed: else a station that never ends its report would be asked at each boot.
  await keepFailure(db, pk, services.now(), NOT_ENDED)
  const refusal = refusalOf(await ask('GetBaseReport', { requestId, reportBase: 'FullInventory' }))
  if (refusal === undefined) return undefined
  await refuseReport(db, pk, requestId, refusal)
  await keepFailure(db, pk, services.now(), refusal)
  return refusal
}

/** The same, over the node that holds the station's socket. */
export const askNode = (services: Services, pk: number, node: string): Promise<string | undefined> =>
  askBaseReport(services, pk, (action, payload) =>
    services.bus.command(node, {
      chargepointPk: pk,
      action,
      payload,
      family: 'ocpp2',
      taskId: undefined,
      timeoutMs: ANSWER_MS,
    }),
  )

type Answer = { status: string; statusInfo?: { reasonCode: string; additionalInfo?: string } }
function refusalOf(o: CommandOutcome): string | undefined {
  switch (o.kind) {
    case 'result': {
      const { status, statusInfo } = o.payload as unknown as Answer
      if (status === 'Accepted') return undefined
      const why = [statusInfo?.reasonCode, statusInfo?.additionalInfo].filter(Boolean).join(', ')
      return `The charge point answered ${status}${why === '' ? '' : ` (${why})`}`
    }
    case 'error':
      return `The charge point answered ${o.code}`
    case 'bad-result':
      return 'The answer could not be read'
    case 'busy':
      return TOO_MANY
    case 'closed':
    case 'unreachable':
      return o.sent ? 'The connection was lost before the charge point answered' : 'The charge point is not connected'
    default:
      return 'The charge point did not answer'
  }
}
