// The words for the states of a firmware update or an upload (OCPP 1.6 §7.24, §7.25; security white paper §5), and how
// these states decide on the operation that asked for it (S-PROGRESS).
import { operations } from './operations/operations.contract.ts'
import { PROGRESS, type ProgressAction, type ProgressState } from './progress.contract.ts'

/** `now`: more will follow. `idle`: nothing is going on, and no operation is meant. */
type Progress = 'done' | 'now' | 'failed' | 'idle'
type Reading = { is: Progress; text: string }

const notSent: Reading = {
  is: 'failed',
  text: 'The file could not be sent. Check the location and whether the charge point can reach it.',
}

const STATES: Readonly<Record<string, Reading>> = {
  Idle: { is: 'idle', text: 'Nothing is going on.' },
  DownloadScheduled: { is: 'now', text: 'The download is planned for later.' },
  Downloading: { is: 'now', text: 'The charge point is downloading the firmware.' },
  DownloadPaused: { is: 'now', text: 'The download pauses. The charge point goes on with it by itself.' },
  Downloaded: { is: 'now', text: 'The firmware has been downloaded and is not installed yet.' },
  SignatureVerified: { is: 'now', text: 'The signature of the firmware is right.' },
  InstallScheduled: { is: 'now', text: 'The installation is planned for later.' },
  Installing: { is: 'now', text: 'The charge point is installing the firmware.' },
  InstallRebooting: { is: 'now', text: 'The charge point restarts to install the firmware.' },
  Installed: { is: 'done', text: 'The firmware is installed.' },
  DownloadFailed: {
    is: 'failed',
    text: 'The firmware could not be downloaded. Check the location and whether the charge point can reach it.',
  },
  InstallationFailed: {
    is: 'failed',
    text: 'The firmware could not be installed. The charge point keeps the one it has.',
  },
  InstallVerificationFailed: { is: 'failed', text: 'The new firmware did not pass the check of the charge point.' },
  ChecksumVerified: { is: 'now', text: 'The firmware is whole and not published yet.' },
  Published: { is: 'done', text: 'The firmware is published for the charge points behind this one.' },
  InvalidChecksum: { is: 'failed', text: 'The firmware is not the file that was meant: its checksum differs.' },
  PublishFailed: { is: 'failed', text: 'The firmware could not be published.' },
  InvalidSignature: { is: 'failed', text: 'The signature does not fit the firmware, which was not installed.' },
  Uploading: { is: 'now', text: 'The charge point is sending the file.' },
  Uploaded: { is: 'done', text: 'The file has been sent.' },
  // The first is a state of DiagnosticsStatusNotification, the second of LogStatusNotification.
  UploadFailed: notSent,
  UploadFailure: notSent,
  BadMessage: { is: 'failed', text: 'The charge point did not understand the request.' },
  NotSupportedOperation: { is: 'failed', text: 'The charge point cannot send files in this way.' },
  PermissionDenied: { is: 'failed', text: 'The location did not let the charge point in.' },
}

/** States of a transfer that is under way. */
export const UNDER_WAY = Object.keys(STATES).filter(status => STATES[status]?.is === 'now')
/** Returns the words for a state; an unknown state stands for itself. */
export const progressOf = (status: string): Reading => STATES[status] ?? { is: 'now', text: '' }

/** True for operations that go on after their answer. */
export const goesOn = (operation: string): boolean => operations.some(o => o.name === operation && o.progress)
/** Returns the operation that asks for the updates or uploads that a message reports. */
export const askedBy = (action: ProgressAction): string[] => namesOf(o => o === action)
/** Returns the operations that ask for what a message of OCPP 2.0.1 reports: it has one kind of each, always with a number. */
export const askedBy201 = (action: ProgressAction): string[] => namesOf(o => PROGRESS[o] === PROGRESS[action])
const namesOf = (fits: (progress: ProgressAction) => boolean): string[] =>
  operations.flatMap(o => ('progress' in o && o.progress !== undefined && fits(o.progress) ? [o.name] : []))
/** Returns the subject of the message, for people. */
export const subjectOf = (action: string): string => SUBJECTS[PROGRESS[action as ProgressAction]]
const SUBJECTS = {
  firmware: 'Firmware update',
  diagnostics: 'Upload',
  'published firmware': 'Firmware for other charge points',
} as const

/**
 * Returns the state in which an operation has failed after all: its last state, unless the charge point tried again.
 */
export function failureOf(states: readonly ProgressState[]): string | undefined {
  const last = states.at(-1)
  return last && progressOf(last.status).is === 'failed' ? last.status : undefined
}

/** Returns the last state in a sentence; undefined where there is no state yet. */
export const progressText = (states: readonly ProgressState[] = []): string | undefined => {
  const last = states.at(-1)
  return last && progressOf(last.status).text
}
