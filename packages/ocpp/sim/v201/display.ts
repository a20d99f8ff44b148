// What a simulated station of 2.0.1 shows to drivers, and tells of customers (O and N of part 2).
import type { Commands } from './command.ts'
import { customerInformation } from './customers.ts'
import type { Station } from './station.ts'

const isRunning = (station: Station, id: string): boolean => station.evses.some(e => e.transaction?.id === id)

export const display: Commands<
  'SetDisplayMessage' | 'GetDisplayMessages' | 'ClearDisplayMessage' | 'CostUpdated' | 'CustomerInformation'
> = {
  SetDisplayMessage(station, { message }) {
    if (message.transactionId !== undefined && !isRunning(station, message.transactionId))
      return { answer: { status: 'UnknownTransaction' } }
    if (message.message.format === 'HTML' || message.message.format === 'URI')
      return { answer: { status: 'NotSupportedMessageFormat' } }
    station.messages.set(message.id, message)
    return { answer: { status: 'Accepted' } }
  },

  GetDisplayMessages(station, { requestId, id, priority, state }) {
    const messageInfo = [...station.messages.values()].filter(
      m =>
        (id?.includes(m.id) ?? true) &&
        (priority === undefined || m.priority === priority) &&
        (state === undefined || m.state === state),
    )
    if (messageInfo.length === 0) return { answer: { status: 'Unknown' } }
    const after = async () => {
      const most = Math.max(1, station.model.number('DeviceDataCtrlr.ItemsPerMessage'))
      for (let from = 0; from < messageInfo.length; from += most) {
        const part = messageInfo.slice(from, from + most)
        const tbc = from + most < messageInfo.length
        await station.report('NotifyDisplayMessages', { requestId, messageInfo: part, tbc })
      }
    }
    return { answer: { status: 'Accepted' }, after }
  },

  ClearDisplayMessage: (station, { id }) => ({
    answer: { status: station.messages.delete(id) ? 'Accepted' : 'Unknown' },
  }),

  CostUpdated(station, { transactionId, totalCost }) {
    station.show(transactionId, totalCost)
    return { answer: {} }
  },

  CustomerInformation: customerInformation,
}
