// Events that a station of OCPP 2.0.1 tells of its variables (N07): how grave they are, and when they are over.
import { GRAVEST, SEVERITIES } from './station-event.words.ts'

export type SeverityWord = (typeof SEVERITIES)[number] | 'Not told'
export const severityWord = (severity: number | null): SeverityWord =>
  severity === null ? 'Not told' : (SEVERITIES[severity] ?? 'Not told')

type Told = {
  trigger: string
  cleared?: boolean | undefined
  actualValue: string
  variable: { name: string }
}
/** What an event before has told is over: the station says so, or what was true is not any more. */
export const isOver = ({ trigger, cleared, actualValue }: Told): boolean =>
  cleared === true || (trigger !== 'Periodic' && /^(false|0)?$/i.test(actualValue.trim()))

/**
 * The severity of an event whose monitor we do not know: a problem is the most severe. The severity of a known monitor takes
 * precedence.
 */
export const ownSeverity = ({ variable }: Told): number | null =>
  variable.name.toLowerCase() === 'problem' ? GRAVEST : null
