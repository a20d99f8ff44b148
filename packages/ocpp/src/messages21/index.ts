// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import { authorisation } from './authorisation.ts'
import { availability } from './availability.ts'
import { batterySwap } from './battery-swap.ts'
import { certificates } from './certificates.ts'
import { dataTransfer } from './data-transfer.ts'
import { derControl } from './der-control.ts'
import { diagnostics } from './diagnostics.ts'
import { display } from './display.ts'
import { eventStreams } from './event-streams.ts'
import { firmware } from './firmware.ts'
import { payment } from './payment.ts'
import { provisioning } from './provisioning.ts'
import { remoteControl } from './remote-control.ts'
import { reservation } from './reservation.ts'
import { security } from './security.ts'
import { smartCharging } from './smart-charging.ts'
import { tariffs } from './tariffs.ts'
import { transactions } from './transactions.ts'

export const messages21 = {
  ...security,
  ...provisioning,
  ...authorisation,
  ...transactions,
  ...remoteControl,
  ...availability,
  ...reservation,
  ...smartCharging,
  ...firmware,
  ...certificates,
  ...diagnostics,
  ...display,
  ...dataTransfer,
  ...batterySwap,
  ...derControl,
  ...eventStreams,
  ...payment,
  ...tariffs,
}
