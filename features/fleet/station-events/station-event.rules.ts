// Events that a station of OCPP 2.0.1 tells of its variables (N07): how grave they are, and when they are over.

/** 0 to 3: something is dangerous, broken or failing; the others inform (OCPP 2.0.1, SeverityEnum). */
export const GRAVEST = 3
export const SEVERITIES = [
  'Danger',
  'Hardware failure',
  'System failure',
  'Critical',
  'Error',
  'Alert',
  'Warning',
  'Notice',
  'Informational',
  'Debug',
] as const
export type SeverityWord = (typeof SEVERITIES)[number] | 'Not told'
export const severityWord = (severity: number | null): SeverityWord =>
  severity === null ? 'Not told' : (SEVERITIES[severity] ?? 'Not told')

type Told = {
  trigger: string
  cleared?: boolean | undefined
  actualValue: string
  variable: { name: string }
  variableMonitoringId?: number | undefined
}
/** What an event before has told is over: the station says so, or what was true is not any more. */
export const isOver = ({ trigger, cleared, actualValue }: Told): boolean =>
  cleared === true || (trigger !== 'Periodic' && /^(false|0)?$/i.test(actualValue.trim()))

/** A problem that no monitor watches is told by the station of its own accord: nobody gave it a severity. */
export const ownSeverity = ({ variable, variableMonitoringId }: Told): number | null =>
  variableMonitoringId === undefined && variable.name.toLowerCase() === 'problem' ? GRAVEST : null
