// RemoteStop: a session that is running is stopped.

import { operation } from './operation.contract.ts'
import { whole } from './operation-field.contract.ts'

export const remoteStop = operation({
  name: 'RemoteStop',
  fields: { transactionId: whole(1, { label: 'Transaction', picker: 'transaction' }) },
  wire: { ocpp16: { action: 'RemoteStopTransaction' } },
  needsRegistration: true,
  looksUp: 'session',
  answers: {
    Accepted: 'The charge point ends the session.',
    Rejected: 'The charge point refused. The session may have ended already.',
  },
  promise: {
    message: 'StopTransaction',
    provedBy: e => e.type === 'transaction' && e.change === 'stopped',
    waitMs: 90_000,
    // The end of a session has no other cause, whenever it comes.
    latestMs: Number.POSITIVE_INFINITY,
    step: 'Session end',
    awaited: 'Waiting for the session to end',
    seen: 'The session has ended',
    missing: 'Accepted, but the session has not ended',
    advice:
      'The charge point has sent no StopTransaction. Send RemoteStop again, or have somebody look at the charge point.',
  },
  form: {
    also: 'RequestStopTransaction',
    help: 'Stops a session that is running on this charge point.',
    says: (charger, { transactionId }) => `Stop transaction ${String(transactionId)} on ${charger.chargepoint_id}`,
    confirm: (charger, { transactionId }) => ({
      title: `Transaction ${String(transactionId)} on ${charger.chargepoint_id}`,
      text: 'The charge point ends the session and it is billed as far as it has come.',
      yes: 'Stop',
      danger: true,
    }),
  },
})
