// Two actions on a sign of a charger's health: read its meter registers without a unit as kWh, and read them as Wh again.
import ElectricMeter from '@mui/icons-material/ElectricMeterOutlined'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { getChargerHealth, type HealthSign, setRegisterUnit } from './charger-health.contract.ts'

export type HealthTarget = { chargepoint_pk: number; sign: HealthSign }

const reading = (registersInKwh: boolean): Pick<Action<HealthTarget>, 'icon' | 'right' | 'run' | 'refreshes'> => ({
  icon: ElectricMeter,
  right: 'Transaction.full',
  run: ({ chargepoint_pk }, { teamId }) =>
    call(setRegisterUnit, { params: { teamId, id: String(chargepoint_pk) }, body: { registersInKwh } }),
  refreshes: [getChargerHealth],
})

/** The two actions, of which a sign offers one. */
export const registerUnitActions: readonly Action<HealthTarget>[] = [
  {
    ...reading(true),
    id: 'read-registers-as-kwh',
    label: 'Reads kWh as Wh',
    when: ({ sign }) => sign.offers === 'registers in kWh',
    confirm: () => ({
      title: 'Reads kWh as Wh',
      text: 'Meter registers that this charge point sends without a unit are taken as kWh, a thousand times as much, in sessions that begin from now on. Running sessions keep the scale they began with. This can be taken back.',
      yes: 'Read as kWh',
    }),
  },
  {
    ...reading(false),
    id: 'read-registers-as-wh',
    label: 'Read as Wh again',
    when: ({ sign }) => sign.offers === 'registers in Wh',
    confirm: () => ({
      title: 'Read as Wh again',
      text: 'Meter registers that this charge point sends without a unit are taken as Wh in sessions that begin from now on. Running sessions keep the scale they began with.',
      yes: 'Read as Wh',
    }),
  },
]
