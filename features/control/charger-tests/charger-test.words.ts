// Limits and words of tests of chargers, which server and browser share.

/** A test lasts so long, and is kept so long after its start. */
export const TEST_MINUTES = 60
export const KEPT_HOURS = 24
/** Tests of a company that are open at a time, and those it begins within a day. */
export const MOST_OPEN = 3
export const MOST_A_DAY = 30
/** What a journal holds; the test ends when it is full. */
export const MOST_LINES = 2000
export const MOST_CHARACTERS = 2 * 1024 * 1024
/** The list shows so many of the newest tests; a company has fewer, so that only lists of all companies are cut. */
export const MOST_LISTED = 50
/** A test's page shows so many of the newest lines of its journal; the report has them all. */
export const SHOWN_LINES = 60
/** The interval of heartbeats that a boot is answered with, in seconds: short, so that a test need not wait. */
export const HEARTBEAT_S = 30
/** A clock that is off by no more is right, in seconds. */
export const CLOCK_S = 10
/** The tag of sessions that the portal starts itself. A tag that begins with REFUSE is refused. */
export const TEST_TAG = 'WATTDESK-TEST'
export const REFUSED_TAG = 'REFUSE'

export const STATES = ['passed', 'missing', 'wrong', 'not tried'] as const
export type CheckState = (typeof STATES)[number]
export const GROUPS = ['Connection', 'Start-up', 'Session', 'Questions', 'Messages'] as const
export type CheckGroup = (typeof GROUPS)[number]

export type Question = {
  id: string
  label: string
  /** The calls, in the words of each protocol. */
  calls: { 'ocpp1.6': string; 'ocpp2.0.1': string }
  /** What the person sees at the charger, or has to do there. */
  help: string
  /** It acts on hardware: pressed one by one. */
  moves: boolean
  /** What a good charger does. */
  expected: string
  /** What to set where it does not. */
  mend: string
}
export const QUESTION_IDS = [
  'settings',
  'change',
  'trigger',
  'refuse',
  'start',
  'stop',
  'limit',
  'unlock',
  'reset',
] as const
export type QuestionId = (typeof QUESTION_IDS)[number]

/** What the central system asks, in the order of a visit. */
export const QUESTIONS: readonly (Question & { id: QuestionId })[] = [
  {
    id: 'settings',
    label: 'Read the settings',
    calls: { 'ocpp1.6': 'GetConfiguration', 'ocpp2.0.1': 'GetBaseReport' },
    help: 'Reads all settings. Nothing changes.',
    moves: false,
    expected: 'All settings are told: as configurationKey (1.6), or by NotifyReport up to its last part (2.0.1).',
    mend: 'The firmware must answer GetConfiguration without keys (1.6), or GetBaseReport FullInventory (2.0.1). Ask the maker for an update.',
  },
  {
    id: 'change',
    label: 'Change a setting and back',
    calls: { 'ocpp1.6': 'GetConfiguration, ChangeConfiguration', 'ocpp2.0.1': 'GetVariables, SetVariables' },
    help: 'Sets the interval of meter values to another value, and back to the value it had.',
    moves: false,
    expected:
      'The interval of meter values (MeterValueSampleInterval, TxUpdatedInterval) is read, changed and changed back, each time Accepted.',
    mend: 'The setting must not be read-only. Some chargers lock it in their installer app: unlock remote configuration there.',
  },
  {
    id: 'trigger',
    label: 'Trigger messages',
    calls: { 'ocpp1.6': 'TriggerMessage', 'ocpp2.0.1': 'TriggerMessage' },
    help: 'Asks for a heartbeat, and for the status of connector 1.',
    moves: false,
    expected: 'Both are Accepted, and Heartbeat and StatusNotification follow within 20 seconds.',
    mend: 'The firmware must have the profile RemoteTrigger (1.6). Look for it in SupportedFeatureProfiles.',
  },
  {
    id: 'refuse',
    label: 'Refuse the next card',
    calls: { 'ocpp1.6': 'Authorize', 'ocpp2.0.1': 'Authorize' },
    help: 'Then hold a card to the charger: it is refused once.',
    moves: false,
    expected: 'After the refusal no energy flows: no session begins, or it ends at once.',
    mend: 'Switch off free charging, and AllowOfflineTxForUnknownId and cards that the charger keeps by itself.',
  },
  {
    id: 'start',
    label: 'Start a session',
    calls: { 'ocpp1.6': 'RemoteStartTransaction', 'ocpp2.0.1': 'RequestStartTransaction' },
    help: 'Plug a car or a test box in at connector 1 first. Energy flows.',
    moves: true,
    expected: 'Accepted, and a session with the tag WATTDESK-TEST follows.',
    mend: 'Let remote starts be allowed, and the connector be free and plugged in. AuthorizeRemoteTxRequests may stay either way.',
  },
  {
    id: 'stop',
    label: 'Stop the session',
    calls: { 'ocpp1.6': 'RemoteStopTransaction', 'ocpp2.0.1': 'RequestStopTransaction' },
    help: 'Stops the session that runs.',
    moves: true,
    expected: 'Accepted, and the session ends.',
    mend: 'The firmware must know the transaction by the number that the central system gave (1.6), or by its own (2.0.1).',
  },
  {
    id: 'limit',
    label: 'Limit the current and lift the limit',
    calls: {
      'ocpp1.6': 'SetChargingProfile, ClearChargingProfile',
      'ocpp2.0.1': 'SetChargingProfile, ClearChargingProfile',
    },
    help: 'Sets 10 A for sessions of connector 1, and clears it at once.',
    moves: true,
    expected: 'Both are Accepted.',
    mend: 'The firmware must have the profile SmartCharging. Switch smart charging on, and local load management off where both cannot be.',
  },
  {
    id: 'unlock',
    label: 'Unlock connector 1',
    calls: { 'ocpp1.6': 'UnlockConnector', 'ocpp2.0.1': 'UnlockConnector' },
    help: 'The lock of the plug opens. A charger with a fixed cable has none and may say NotSupported.',
    moves: true,
    expected: 'Unlocked; NotSupported (1.6) is right for a fixed cable.',
    mend: 'Look at the wiring of the lock where UnlockFailed is answered.',
  },
  {
    id: 'reset',
    label: 'Restart the charger',
    calls: { 'ocpp1.6': 'Reset', 'ocpp2.0.1': 'Reset' },
    help: 'The charger restarts, connects again and sends its boot.',
    moves: true,
    expected: 'Accepted, then a new connection and a new BootNotification.',
    mend: 'The charger must come back by itself after a restart: keep the address and the network in its lasting settings.',
  },
]
