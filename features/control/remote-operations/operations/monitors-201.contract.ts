// The operations by which stations of OCPP 2.0.1 watch their variables (N02 to N08).

import { operation } from './operation.contract.ts'
import { choice, decimal, optional, REQUIRED, typedList, whole, withCheck } from './operation-field.contract.ts'
import { deviceModelAnswers, variableName, variableNames } from './reports-201.contract.ts'

const severity = (help: string) => withCheck(whole(0, { label: 'Severity', help }), n => n <= 9, 'Should be 9 or less')
const LEVELS = '0 danger, 1 to 3 failures, 4 error, 5 alert, 6 warning, 7 notice, 8 informational, 9 debug'

export const setMonitoringBase = operation({
  name: 'SetMonitoringBase',
  fields: {
    monitoringBase: choice(['All', 'FactoryDefault', 'HardWiredOnly'], {
      label: 'Monitors',
      help: 'All: those of the maker beside those that were set. FactoryDefault: as the maker delivered it. HardWiredOnly: only those that cannot be removed.',
      initial: 'All',
      wide: true,
    }),
  },
  wire: { ocpp201: { action: 'SetMonitoringBase' } },
  answers: {
    Accepted: 'The charge point watches itself so from now on.',
    Rejected: 'The charge point refused.',
    EmptyResultSet: 'The charge point has no such monitors.',
  },
  form: {
    group: 'Monitoring',
    help: 'Chooses which monitors are active at the charge point.',
    says: charger => `Monitors of ${charger.chargepoint_id}`,
    confirm: (charger, { monitoringBase }) =>
      monitoringBase === 'All'
        ? undefined
        : {
            title: `Monitors of ${charger.chargepoint_id}`,
            text: 'Monitors that were set by this portal are removed at the charge point.',
            yes: 'Set monitors',
            danger: true,
          },
  },
})

export const setMonitoringLevel = operation({
  name: 'SetMonitoringLevel',
  fields: { severity: severity(`Events of this severity and graver ones are told: ${LEVELS}`) },
  wire: { ocpp201: { action: 'SetMonitoringLevel' } },
  answers: {
    Accepted: 'The charge point tells of events up to this severity.',
    Rejected: 'The charge point refused this severity.',
  },
  form: {
    group: 'Monitoring',
    help: 'Chooses how grave an event has to be to be told. Less grave ones are told no more.',
    says: charger => `Severity of events of ${charger.chargepoint_id}`,
  },
})

export const setVariableMonitoring = operation({
  name: 'SetVariableMonitoring',
  fields: {
    variable: variableName(),
    type: choice(['UpperThreshold', 'LowerThreshold', 'Delta', 'Periodic', 'PeriodicClockAligned'], {
      label: 'Type',
      help: 'Thresholds: above or below the value. Delta: changed by it. Periodic: each so many seconds.',
      initial: 'UpperThreshold',
    }),
    value: decimal({ label: 'Value', help: 'In the unit of the variable; seconds where it is periodic' }),
    severity: severity(LEVELS),
    during: choice(['Always', 'Sessions'], {
      label: 'Watched',
      help: 'Always, or in sessions alone',
      initial: 'Always',
    }),
    id: optional(whole(0, { label: 'Monitor Id', help: 'The monitor to replace. Empty: a new one' })),
  },
  together: ({ type, value }, isWrong) =>
    type !== undefined && !isWrong('value') && type !== 'UpperThreshold' && type !== 'LowerThreshold' && value <= 0
      ? [{ field: 'value', text: 'Must be more than 0' }]
      : [],
  wire: { ocpp201: { action: 'SetVariableMonitoring' } },
  answers: {
    Accepted: 'The charge point watches the variable.',
    UnknownComponent: 'The charge point has no such component.',
    UnknownVariable: 'The component has no such variable.',
    UnsupportedMonitorType: 'The charge point cannot watch this variable in this way.',
    Rejected: 'The charge point refused. The value may be out of its range.',
    Duplicate: 'The charge point watches the variable in this way and with this severity already.',
  },
  form: {
    group: 'Monitoring',
    help: 'Lets the charge point watch a variable and tell of it. Its events stand on the Logs tab.',
    says: (charger, { variable }) => `Monitor of ${String(variable)} at ${charger.chargepoint_id}`,
  },
})

export const clearVariableMonitoring = operation({
  name: 'ClearVariableMonitoring',
  fields: {
    id: typedList(whole(0), {
      max: 50,
      tooMany: 'At most 50 monitors',
      input: { label: 'Monitor Ids', help: 'Separated by commas', required: true },
    }),
  },
  together: ({ id = [] }, isWrong) => (id.length === 0 && !isWrong('id') ? [{ field: 'id', text: REQUIRED }] : []),
  wire: { ocpp201: { action: 'ClearVariableMonitoring' } },
  answers: {
    Accepted: 'The charge point watches it no more.',
    Rejected: 'The charge point refused. It may be a monitor that cannot be removed.',
    NotFound: 'The charge point has no such monitor.',
  },
  form: {
    group: 'Monitoring',
    help: 'Removes monitors from the charge point.',
    says: charger => `Remove monitors of ${charger.chargepoint_id}`,
  },
})

export const getMonitoringReport = operation({
  name: 'GetMonitoringReport',
  fields: {
    variables: variableNames(),
    monitoringCriteria: optional(
      choice(['ThresholdMonitoring', 'DeltaMonitoring', 'PeriodicMonitoring'], { label: 'Type', open: 'Any' }),
    ),
  },
  wire: { ocpp201: { action: 'GetMonitoringReport' } },
  answers: deviceModelAnswers,
  parts: 'NotifyMonitoringReport',
  form: {
    group: 'Monitoring',
    help: 'Asks what the charge point watches.',
    says: charger => `Monitors of ${charger.chargepoint_id}`,
  },
})
