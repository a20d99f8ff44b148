// The operations that only OCPP 2.0.1 has: one EVSE restarts, a transaction is asked after, and texts and costs are shown to
// drivers.

import { operation } from './operation.contract.ts'
import { choice, connector, inOrder, maybeEmpty, optional, raw, time, whole } from './operation-field.contract.ts'

export const resetEvse = operation({
  name: 'ResetEvse',
  fields: {
    connectorId: connector(),
    resetType: choice(['IMMEDIATE', 'ON IDLE'], { label: 'Reset Type', initial: 'ON IDLE' }),
  },
  wire: { ocpp201: { action: 'ResetEvse' } },
  answers: {
    Accepted: 'The EVSE restarts.',
    Scheduled: 'The EVSE restarts as soon as its session has ended.',
    Rejected: 'The charge point refused. It may not be able to restart one EVSE alone.',
  },
  form: {
    group: 'Settings and reports',
    help: 'Restarts one EVSE; the others go on.',
    says: (charger, _, at) => `Reset of ${charger.chargepoint_id}${at}`,
    confirm: (charger, { resetType }, at) => ({
      title: `Reset of ${charger.chargepoint_id}${at}`,
      text:
        resetType === 'IMMEDIATE'
          ? 'The EVSE restarts now. A session that is running there ends.'
          : 'The EVSE restarts as soon as no session is running there.',
      yes: 'Reset',
      danger: true,
    }),
  },
})

export const getTransactionStatus = operation({
  name: 'GetTransactionStatus',
  fields: {
    transactionId: optional(
      whole(1, {
        label: 'Transaction',
        picker: 'transaction',
        help: 'Empty: whether anything at all waits to be sent',
      }),
    ),
  },
  wire: { ocpp201: { action: 'GetTransactionStatus' } },
  plainAnswer: ({ ongoingIndicator: isOn, messagesInQueue: waits }) =>
    [
      ...(isOn === undefined ? [] : [isOn === true ? 'The transaction goes on.' : 'The transaction has ended.']),
      waits === true ? 'Messages wait at the charge point to be sent.' : 'No message waits at the charge point.',
    ].join(' '),
  form: {
    group: 'Sessions',
    help: 'Asks whether a session still runs at the charge point, and whether messages wait there.',
    says: charger => `Transaction status of ${charger.chargepoint_id}`,
  },
})

const messageId = () =>
  whole(0, { label: 'Message Id', help: 'A number of your own, by which it is replaced or removed' })

export const setDisplayMessage = operation({
  name: 'SetDisplayMessage',
  fields: {
    id: messageId(),
    content: raw(512, { label: 'Text', wide: true }),
    language: maybeEmpty(8, { label: 'Language', help: 'Such as en or hi' }, [
      /^[A-Za-z]{2,3}(-[A-Za-z0-9]+)*$/,
      'Must be a language code',
    ]),
    priority: choice(['AlwaysFront', 'InFront', 'NormalCycle'], {
      label: 'Priority',
      help: 'AlwaysFront: nothing else is shown. InFront: before others. NormalCycle: in turn with others.',
      initial: 'NormalCycle',
    }),
    state: optional(
      choice(['Charging', 'Faulted', 'Idle', 'Unavailable'], {
        label: 'State',
        help: 'Shown while the charge point is in this state',
        open: 'Any',
      }),
    ),
    transactionId: optional(
      whole(1, {
        label: 'Transaction',
        picker: 'transaction',
        help: 'Shown to the driver of this session alone, until its end',
      }),
    ),
    startDateTime: optional(time({ label: 'From', help: 'Empty: at once' })),
    endDateTime: optional(time({ label: 'Until', help: 'Empty: until it is removed' })),
  },
  together: inOrder('startDateTime', 'endDateTime'),
  wire: { ocpp201: { action: 'SetDisplayMessage' } },
  answers: {
    Accepted: 'The charge point shows the text as it was set.',
    NotSupportedMessageFormat: 'The charge point cannot show texts of this kind.',
    Rejected: 'The charge point refused the text. It may hold as many as it can.',
    NotSupportedPriority: 'The charge point does not know this priority.',
    NotSupportedState: 'The charge point cannot show a text by its state.',
    UnknownTransaction: 'The charge point does not know the session of the text.',
  },
  form: {
    group: 'Messages',
    help: 'Shows a text to drivers on the display of the charge point.',
    says: charger => `Text on the display of ${charger.chargepoint_id}`,
    order: ['content', 'id', 'language', 'priority', 'state', 'transactionId', 'startDateTime', 'endDateTime'],
  },
})

export const clearDisplayMessage = operation({
  name: 'ClearDisplayMessage',
  fields: { id: messageId() },
  wire: { ocpp201: { action: 'ClearDisplayMessage' } },
  answers: {
    Accepted: 'The text is shown no longer.',
    Unknown: 'The charge point has no text with this number.',
  },
  form: {
    group: 'Messages',
    help: 'Removes a text from the display of the charge point.',
    says: (charger, { id }) => `Remove text ${String(id)} of ${charger.chargepoint_id}`,
  },
})

/** The cost is that of the records: nobody can show a driver an amount that the bill will not have. */
export const costUpdated = operation({
  name: 'CostUpdated',
  fields: { transactionId: whole(1, { label: 'Transaction', picker: 'transaction' }) },
  wire: { ocpp201: { action: 'CostUpdated' } },
  plainAnswer: () => 'The charge point has the running cost of the session.',
  form: {
    group: 'Sessions',
    help: 'Shows the driver what the running session costs by now, as the portal shows it.',
    says: (charger, { transactionId }) =>
      `Running cost of transaction ${String(transactionId)} on ${charger.chargepoint_id}`,
  },
})
