// What the central system asks a charger under test, in the words of its protocol. The answers stand in the journal, where
// they are judged; told here is only why a question could not be asked to its end.
import type { Messages16 } from '@wattdesk/ocpp/messages'
import type { Messages201 } from '@wattdesk/ocpp/ocpp201'
import type { ChargePointSession } from '@wattdesk/ocpp/session'
import { type QuestionId, TEST_TAG } from './charger-test.words.ts'
import type { TestMemory } from './charger-test-answers.ocpp.ts'

/** Asks; returns why it could not, null where it did. */
type Asks<M extends Messages16 | Messages201> = Record<
  QuestionId,
  (s: ChargePointSession<M>, m: TestMemory) => Promise<string | null>
>

/** The id of the trial's profile, which no profile of the network has, and the current it allows. */
const PROFILE_ID = 971
const STACK_LEVEL = 1
const LIMIT_A = 10
const NO_SESSION = 'No session runs.'

/** Two values for the interval of meter values, of which one is not the present one. */
const otherThan = (value: string): string => (value === '30' ? '60' : '30')
const lastOf = (m: TestMemory): string | undefined => [...m.running.values()].at(-1)

/** The next card is refused: done once one came, and given up after two minutes. */
const CARD_MS = 120_000
const refuse = (m: TestMemory): Promise<string | null> =>
  new Promise(resolve => {
    const timer = setTimeout(() => {
      m.refused = undefined
      resolve('No card came within two minutes.')
    }, CARD_MS)
    timer.unref()
    m.refused = () => {
      clearTimeout(timer)
      resolve(null)
    }
  })

const INTERVAL = 'MeterValueSampleInterval'
export const asks16: Asks<Messages16> = {
  settings: async s => {
    await s.call('GetConfiguration', {})
    return null
  },
  change: async s => {
    const told = await s.call('GetConfiguration', { key: [INTERVAL] })
    if (told.kind !== 'result') return null
    const value = told.payload.configurationKey?.find(k => k.key.toLowerCase() === INTERVAL.toLowerCase())?.value
    if (value === undefined) return `The charger does not tell ${INTERVAL}.`
    await s.call('ChangeConfiguration', { key: INTERVAL, value: otherThan(value) })
    await s.call('ChangeConfiguration', { key: INTERVAL, value })
    return null
  },
  trigger: async s => {
    await s.call('TriggerMessage', { requestedMessage: 'Heartbeat' })
    await s.call('TriggerMessage', { requestedMessage: 'StatusNotification', connectorId: 1 })
    return null
  },
  refuse: (_, m) => refuse(m),
  start: async s => {
    await s.call('RemoteStartTransaction', { connectorId: 1, idTag: TEST_TAG })
    return null
  },
  stop: async (s, m) => {
    const id = lastOf(m)
    if (id === undefined) return NO_SESSION
    await s.call('RemoteStopTransaction', { transactionId: Number(id) })
    return null
  },
  limit: async s => {
    await s.call('SetChargingProfile', {
      connectorId: 1,
      csChargingProfiles: {
        chargingProfileId: PROFILE_ID,
        stackLevel: STACK_LEVEL,
        chargingProfilePurpose: 'TxDefaultProfile',
        chargingProfileKind: 'Relative',
        chargingSchedule: { chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: LIMIT_A }] },
      },
    })
    await s.call('ClearChargingProfile', { id: PROFILE_ID })
    return null
  },
  unlock: async s => {
    await s.call('UnlockConnector', { connectorId: 1 })
    return null
  },
  reset: async s => {
    await s.call('Reset', { type: 'Soft' })
    return null
  },
}

const interval201 = { component: { name: 'SampledDataCtrlr' }, variable: { name: 'TxUpdatedInterval' } }
export const asks201: Asks<Messages201> = {
  settings: async (s, m) => {
    await s.call('GetBaseReport', { requestId: ++m.lastNumber, reportBase: 'FullInventory' })
    return null
  },
  change: async s => {
    const told = await s.call('GetVariables', { getVariableData: [interval201] })
    if (told.kind !== 'result') return null
    const value = told.payload.getVariableResult[0]?.attributeValue
    if (value === undefined) return 'The charger does not tell SampledDataCtrlr.TxUpdatedInterval.'
    await s.call('SetVariables', { setVariableData: [{ ...interval201, attributeValue: otherThan(value) }] })
    await s.call('SetVariables', { setVariableData: [{ ...interval201, attributeValue: value }] })
    return null
  },
  trigger: async s => {
    await s.call('TriggerMessage', { requestedMessage: 'Heartbeat' })
    await s.call('TriggerMessage', { requestedMessage: 'StatusNotification', evse: { id: 1, connectorId: 1 } })
    return null
  },
  refuse: (_, m) => refuse(m),
  start: async (s, m) => {
    await s.call('RequestStartTransaction', {
      evseId: 1,
      idToken: { idToken: TEST_TAG, type: 'Central' },
      remoteStartId: ++m.lastNumber,
    })
    return null
  },
  stop: async (s, m) => {
    const transactionId = lastOf(m)
    if (transactionId === undefined) return NO_SESSION
    await s.call('RequestStopTransaction', { transactionId })
    return null
  },
  limit: async s => {
    await s.call('SetChargingProfile', {
      evseId: 1,
      chargingProfile: {
        id: PROFILE_ID,
        stackLevel: STACK_LEVEL,
        chargingProfilePurpose: 'TxDefaultProfile',
        chargingProfileKind: 'Relative',
        chargingSchedule: [
          { id: PROFILE_ID, chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: LIMIT_A }] },
        ],
      },
    })
    await s.call('ClearChargingProfile', { chargingProfileId: PROFILE_ID })
    return null
  },
  unlock: async s => {
    await s.call('UnlockConnector', { evseId: 1, connectorId: 1 })
    return null
  },
  reset: async s => {
    await s.call('Reset', { type: 'OnIdle' })
    return null
  },
}
