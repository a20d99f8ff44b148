// Reset: the charge point restarts.

import { operation } from './operation.contract.ts'
import { choice } from './operation-field.contract.ts'

export const reset = operation({
  name: 'Reset',
  fields: { resetType: choice(['HARD', 'SOFT'], { label: 'Reset Type' }) },
  wire: {
    ocpp16: { action: 'Reset', request: ({ resetType }) => ({ type: resetType === 'HARD' ? 'Hard' : 'Soft' }) },
  },
  answers: {
    Accepted: 'The charge point restarts. It is away for some minutes.',
    Rejected: 'The charge point refused. A session may still be running.',
  },
  promise: {
    message: 'BootNotification',
    // A boot changes the station.
    provedBy: e => e.type === 'station',
    waitMs: 300_000,
    latestMs: 1_800_000,
    step: 'Restart',
    awaited: 'Waiting for the charge point to restart',
    seen: 'The charge point has restarted',
    missing: 'Accepted, but the charge point has not restarted',
    advice:
      'The charge point has sent no BootNotification. Send Reset again, or have somebody look at the charge point.',
  },
  form: {
    help: 'Restarts the charge point. A soft reset ends running sessions in order first.',
    says: (charger, { resetType }) => `${String(resetType)} reset of ${charger.chargepoint_id}`,
    confirm: (charger, { resetType }) => ({
      title: `${String(resetType)} reset of ${charger.chargepoint_id}`,
      text: 'The charge point restarts. Running sessions end and it is away for some minutes.',
      yes: 'Reset',
      danger: true,
    }),
  },
})
