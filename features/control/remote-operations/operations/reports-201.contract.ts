// The reports that only stations of OCPP 2.0.1 give, in parts after their answer: variables, charging profiles, texts for drivers.

import { operation } from './operation.contract.ts'
import { choice, connector, maybeEmpty, optional, text, typedList, whole } from './operation-field.contract.ts'

const ANY = 'Any'
const INSTANCE = String.raw`(\[[^\]]{1,50}\])?`
const COMPONENT = String.raw`[^.#[\]]{1,50}${INSTANCE}(#\d{1,9}(\.\d{1,9})?)?`
const VARIABLE = String.raw`\.[^[\]]{1,50}${INSTANCE}`
const NAME_HELP = 'such as EVSE#1.Power or OCPPCommCtrlr.HeartbeatInterval'
/** The longest name: component and variable with an instance each, EVSE and connector. */
const LONGEST_NAME = 230
/** The name of a variable, as the Config tab writes it. */
export const variableName = () =>
  text(LONGEST_NAME, { label: 'Variable', help: `As on the Config tab, ${NAME_HELP}`, wide: true }, [
    new RegExp(`^${COMPONENT}${VARIABLE}$`),
    `Must be a variable ${NAME_HELP}`,
  ])
/** Names of variables, or of components for all of their variables. */
export const variableNames = () =>
  typedList(
    text(LONGEST_NAME, undefined, [
      new RegExp(`^${COMPONENT}(${VARIABLE})?$`),
      `Must be variables or components ${NAME_HELP}`,
    ]),
    {
      max: 20,
      tooMany: 'At most 20 variables',
      input: {
        label: 'Variables',
        help: 'Variables or components, separated by commas or lines. Empty: all',
        wide: true,
      },
    },
  )
const NOT_FOUND = 'The charge point has nothing that fits.'
/** Words for the answers to questions about the device model. */
export const deviceModelAnswers = {
  Accepted: 'The charge point tells it in parts.',
  Rejected: 'The charge point cannot tell it now.',
  NotSupported: 'The charge point does not have this report.',
  EmptyResultSet: NOT_FOUND,
}

export const getBaseReport = operation({
  name: 'GetBaseReport',
  fields: {
    reportBase: choice(['FullInventory', 'ConfigurationInventory', 'SummaryInventory'], {
      label: 'Report',
      help: 'FullInventory: all variables. ConfigurationInventory: those that can be set. SummaryInventory: what is broken or in the way of charging.',
      initial: 'FullInventory',
      wide: true,
    }),
  },
  wire: { ocpp201: { action: 'GetBaseReport' } },
  answers: deviceModelAnswers,
  parts: 'NotifyReport',
  form: {
    group: 'Settings and reports',
    help: 'Asks for a report of the device model. What it tells stands on the Config tab too.',
    says: charger => `Report of ${charger.chargepoint_id}`,
  },
})

export const getReport = operation({
  name: 'GetReport',
  fields: {
    variables: variableNames(),
    componentCriteria: optional(
      choice(['Active', 'Available', 'Enabled', 'Problem'], {
        label: 'Components that are',
        help: 'Problem: those that have one',
        open: ANY,
      }),
    ),
  },
  // Without either a station would tell its whole model, for which there is GetBaseReport.
  together: ({ variables = [], componentCriteria }) =>
    variables.length === 0 && componentCriteria === undefined
      ? [{ field: 'variables', text: 'Name variables, or choose components' }]
      : [],
  wire: { ocpp201: { action: 'GetReport' } },
  answers: deviceModelAnswers,
  parts: 'NotifyReport',
  form: {
    group: 'Settings and reports',
    help: 'Asks for variables of the device model with all of their attributes.',
    says: charger => `Report of variables of ${charger.chargepoint_id}`,
  },
})

export const getChargingProfiles = operation({
  name: 'GetChargingProfiles',
  fields: {
    connectorId: optional(connector({ withWhole: true, open: ANY })),
    id: optional(whole(0, { label: 'Profile Id', help: 'As installed on the charge point' })),
    chargingProfilePurpose: optional(
      choice(['ChargingStationMaxProfile', 'TxDefaultProfile', 'TxProfile', 'ChargingStationExternalConstraints'], {
        label: 'Purpose',
        open: ANY,
      }),
    ),
    stackLevel: optional(whole(0, { label: 'Stack Level' })),
    chargingLimitSource: optional(
      choice(['CSO', 'EMS', 'SO', 'Other'], {
        label: 'Source',
        help: 'CSO: this portal. EMS: energy management on the site. SO: the operator of the grid.',
        open: ANY,
      }),
    ),
  },
  wire: { ocpp201: { action: 'GetChargingProfiles' } },
  answers: { Accepted: 'The charge point tells them in parts.', NoProfiles: NOT_FOUND },
  parts: 'ReportChargingProfiles',
  form: {
    group: 'Power',
    help: 'Asks which charging profiles are installed, also by others than this portal.',
    says: (charger, _, at) => `Charging profiles of ${charger.chargepoint_id}${at}`,
  },
})

export const getDisplayMessages = operation({
  name: 'GetDisplayMessages',
  fields: {
    id: optional(whole(0, { label: 'Message Id' })),
    priority: optional(choice(['AlwaysFront', 'InFront', 'NormalCycle'], { label: 'Priority', open: ANY })),
    state: optional(choice(['Charging', 'Faulted', 'Idle', 'Unavailable'], { label: 'State', open: ANY })),
  },
  wire: { ocpp201: { action: 'GetDisplayMessages' } },
  answers: { Accepted: 'The charge point tells them in parts.', Unknown: NOT_FOUND },
  parts: 'NotifyDisplayMessages',
  form: {
    group: 'Messages',
    help: 'Asks which texts the charge point shows to drivers.',
    says: charger => `Texts on the display of ${charger.chargepoint_id}`,
  },
})

/** What a station knows of one customer: told, deleted, or both. */
export const customerInformation = operation({
  name: 'CustomerInformation',
  fields: {
    idTag: maybeEmpty(36, { label: 'Tag', help: 'The tag of the customer' }),
    customerIdentifier: maybeEmpty(64, {
      label: 'Customer',
      help: 'Another name by which the charge point knows the customer',
    }),
    what: choice(['Report', 'Report and clear', 'Clear'], {
      label: 'What to do',
      help: 'Report: tell what is stored. Clear: delete it at the charge point.',
      initial: 'Report',
    }),
  },
  // The standard takes exactly one name of a customer (OCPP 2.0.1, N09).
  together: ({ idTag, customerIdentifier }) => {
    if (!idTag && !customerIdentifier)
      return [{ field: 'idTag', text: 'Name the customer by a tag or by another name' }]
    return idTag && customerIdentifier ? [{ field: 'customerIdentifier', text: 'Leave this empty beside a tag' }] : []
  },
  wire: { ocpp201: { action: 'CustomerInformation' } },
  needsFullAccess: true,
  answers: {
    Accepted: 'The charge point does it, and tells what was asked for in parts.',
    Rejected: 'The charge point cannot do it now.',
    Invalid: 'The charge point does not take this name of a customer.',
  },
  parts: 'NotifyCustomerInformation',
  tellsParts: ({ what }) => what !== 'Clear',
  form: {
    group: 'Tags and reservations',
    help: 'Asks what the charge point has stored of a customer. The text is personal data: shown in this operation alone, to readers with full access, and deleted after 30 days.',
    says: charger => `Customer information of ${charger.chargepoint_id}`,
    confirm: (charger, { what }) =>
      what === 'Report'
        ? undefined
        : {
            title: `Customer information of ${charger.chargepoint_id}`,
            text: 'The charge point deletes what it has stored of the customer, such as the tag in its memory. This cannot be undone.',
            yes: 'Delete at the charge point',
            danger: true,
          },
  },
})
