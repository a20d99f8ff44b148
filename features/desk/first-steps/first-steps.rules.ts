// Which of the first steps are done, and who is led through them.
import type { Right } from '@wattdesk/base/access'
import type { FirstSteps } from './first-steps.contract.ts'

/** What it takes to go all the way: who holds less is not led there. */
export const FIRST_STEPS_RIGHTS: readonly Right[] = ['Team.create', 'PriceGroup.create', 'ChargerPoint.create']

export const STEPS = ['company', 'team', 'price', 'charger', 'session'] as const
export type Step = (typeof STEPS)[number]

/** The steps that are done. A charger counts once it is accepted and its first message has come. */
export function doneSteps({
  missing,
  team,
  price,
  charger,
  session,
}: Omit<FirstSteps, 'state'>): Record<Step, boolean> {
  return {
    company: missing.length === 0,
    team: team !== null,
    price: price !== null,
    charger: charger !== null && charger.lastBootAt !== null && charger.registrationStatus === 'Accepted',
    session: session !== null,
  }
}

/** The first step that is not done; undefined where all are. */
export function nextStep(steps: Omit<FirstSteps, 'state'>): Step | undefined {
  const done = doneSteps(steps)
  return STEPS.find(step => !done[step])
}

type Simulated = Pick<NonNullable<FirstSteps['charger']>, 'chargepoint_id' | 'connectorCount'>
/** A simulated charger has at most so many. */
const MOST_CONNECTORS = 4
/** The command that has a simulated charger of this name connect; `address` is that of the portal, without the name. */
export function simulatorCommand(address: string, { chargepoint_id: id, connectorCount }: Simulated): string {
  const connectors = Math.min(MOST_CONNECTORS, Math.max(1, connectorCount))
  return `npm run sim -- --url ${address} --identity ${/^[\w.:-]+$/.test(id) ? id : JSON.stringify(id)} --connectors ${connectors}`
}
