// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.0.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import { authorisation } from './authorisation.ts'
import { availability } from './availability.ts'
import { certificates } from './certificates.ts'
import { dataTransfer } from './data-transfer.ts'
import { diagnostics } from './diagnostics.ts'
import { display } from './display.ts'
import { firmware } from './firmware.ts'
import { provisioning } from './provisioning.ts'
import { remoteControl } from './remote-control.ts'
import { reservation } from './reservation.ts'
import { security } from './security.ts'
import { smartCharging } from './smart-charging.ts'
import { transactions } from './transactions.ts'

export const messages201 = {
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
}
