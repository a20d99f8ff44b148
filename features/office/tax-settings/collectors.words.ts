// The GST numbers under which the platform collects tax at source (section 52 CGST): one for each state. Pure; shared by browser and
// server.
import { isCollectorGstin, panOfGstin } from '@wattdesk/base/identifiers'
import { stateName, stateOfGstin } from '@wattdesk/base/states'

/** The numbers in a text, in their order, in capitals. */
export const collectorsIn = (text: string | null): string[] =>
  (text ?? '')
    .split(/[\s,;]+/)
    .filter(n => n !== '')
    .map(n => n.toUpperCase())
/** As the setting keeps them. */
export const collectorsText = (text: string): string => collectorsIn(text).join(', ')

const NO_COLLECTOR = 'Please enter a GST number with C as its 14th character'
/** Why a text cannot be the platform's numbers; undefined where it can. */
export function collectorsFault(text: string): string | undefined {
  const numbers = collectorsIn(text)
  const wrong = numbers.find(n => !isCollectorGstin(n) || stateOfGstin(n) === undefined)
  if (numbers.length === 0) return NO_COLLECTOR
  if (wrong !== undefined) return numbers.length === 1 ? NO_COLLECTOR : `${wrong} is none: ${lower(NO_COLLECTOR)}`
  const states = numbers.map(n => stateOfGstin(n) ?? '')
  const twice = states.find((state, i) => states.indexOf(state) !== i)
  if (twice !== undefined) return `${stateName(twice)} has two numbers: please enter one for each state`
  return new Set(numbers.map(panOfGstin)).size > 1
    ? 'The numbers hold different PANs: please enter those of one company'
    : undefined
}
const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/**
 * The number under which tax of a supplier is collected: that of the supplier's state, else the first; undefined where there is none.
 * @param supplierGstin the number by which the supplier has invoiced
 */
export const collectorFor = (numbers: readonly string[], supplierGstin: string): string | undefined =>
  numbers.find(n => stateOfGstin(n) === stateOfGstin(supplierGstin)) ?? numbers[0]
