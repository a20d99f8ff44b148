// The metrics that this process counts, whole; docs/runbooks/metrics.md shows them with all others of /metrics. Labels have few
// values, all of them known to the code: no charger, company or person is a label.
import { CellCounter, TimesHistogram } from './cells.ts'

/** How a handshake of a charger ended. */
export type Handshake =
  | 'accepted'
  | 'no such charge point'
  | 'wrong credentials'
  | 'no TLS'
  | 'wrong certificate'
  | 'no OCPP we speak'
  | 'no room'
  | 'too many'
  | 'other'
export const handshakes = new CellCounter({
  name: 'wattdesk_charger_handshakes_total',
  help: 'Handshakes of chargers by their outcome; `no room`: the database is away or the node ends; `too many`: more at once than the node takes',
  labels: ['outcome'],
})

const frames = new CellCounter({
  name: 'wattdesk_charger_frames_total',
  help: 'OCPP frames that came in and went out',
  labels: ['direction'],
})
export const framesIn = frames.cell({ direction: 'in' })
export const framesOut = frames.cell({ direction: 'out' })

/** How a message of a charger ended; `unanswered`: not stored, so that the charger sends it again. */
type MessageOutcome = 'answered' | 'refused' | 'unanswered' | 'failed'
const messages = new CellCounter({
  name: 'wattdesk_charger_messages_total',
  help: 'Messages of chargers by action and outcome; `refused`: by an OCPP error, `unanswered`: the database was away, `failed`: a fault of ours',
  labels: ['action', 'outcome'],
})
const answerTimes = new TimesHistogram({
  name: 'wattdesk_charger_answer_seconds',
  help: 'From when the turn of a message came until it was answered',
  labels: ['action'],
  bounds: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
})
type MessageCounts = Readonly<Record<MessageOutcome, { add: (by?: number) => void }>> & {
  readonly seconds: { add: (seconds: number) => void }
}
const ofActions = new Map<string, MessageCounts>()
/** The counts of an action, which must be one that OCPP knows. */
export function messageCounts(action: string): MessageCounts {
  let counts = ofActions.get(action)
  if (!counts) {
    const cell = (outcome: MessageOutcome) => messages.cell({ action, outcome })
    counts = {
      answered: cell('answered'),
      refused: cell('refused'),
      unanswered: cell('unanswered'),
      failed: cell('failed'),
      seconds: answerTimes.times({ action }),
    }
    ofActions.set(action, counts)
  }
  return counts
}

const begun = new CellCounter({
  name: 'wattdesk_sessions_begun_total',
  help: 'Sessions that chargers of this node have begun, those of refused tags too',
  labels: [],
})
export const sessionsBegun = begun.cell({})
const ended = new CellCounter({
  name: 'wattdesk_sessions_ended_total',
  help: 'Running sessions that chargers of this node have ended by a stop',
  labels: [],
})
export const sessionsEnded = ended.cell({})

export const commands = new CellCounter({
  name: 'wattdesk_charger_commands_total',
  help: 'Calls to chargers of this node by action and how they ended',
  labels: ['action', 'outcome'],
})
export const commandTimes = new TimesHistogram({
  name: 'wattdesk_charger_command_seconds',
  help: 'From when a call to a charger was asked for until it ended, waiting behind other calls included',
  labels: ['action'],
  bounds: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60],
})
export const hops = new CellCounter({
  name: 'wattdesk_bus_commands_total',
  help: 'Commands handed to the node with the socket of their charger; `closed`, `unreachable`: that node did not answer',
  labels: ['outcome'],
})

export const requests = new CellCounter({
  name: 'wattdesk_api_requests_total',
  help: 'Calls of the API by endpoint and class of their status; `other`: what is no endpoint, as the files of the portal',
  labels: ['endpoint', 'status'],
})
export const requestTimes = new TimesHistogram({
  name: 'wattdesk_api_request_seconds',
  help: 'How long calls of an endpoint took',
  labels: ['endpoint'],
  bounds: [0.025, 0.1, 0.25, 1, 2.5, 10],
})

export const failedStatements = new CellCounter({
  name: 'wattdesk_database_failures_total',
  help: 'Statements that failed, by pool; `away`: no connection, `slow`: over their time, `conflict`: two transactions in each other’s way',
  labels: ['pool', 'reason'],
})
export const lostConnections = new CellCounter({
  name: 'wattdesk_database_connections_lost_total',
  help: 'Connections to the database that broke',
  labels: ['pool'],
})
export const jobsDone = new CellCounter({
  name: 'wattdesk_jobs_done_total',
  help: 'Jobs that this node has done, by queue and how they ended; one that ended `with an error` is tried again',
  labels: ['queue', 'ended'],
})

export const documentsMade = new CellCounter({
  name: 'wattdesk_documents_total',
  help: 'Papers and files of lists that this node was asked for, by kind and outcome; `busy`: too many at once, `late`: over their time, `died`: their process ended',
  labels: ['kind', 'outcome'],
})
export const documentTimes = new TimesHistogram({
  name: 'wattdesk_document_seconds',
  help: 'From when a document was asked for until it was made, waiting behind others included',
  labels: ['kind'],
  bounds: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
})

export const threadRestarts = new CellCounter({
  name: 'wattdesk_thread_restarts_total',
  help: 'How often a thread for work that can wait ended by itself and was begun again',
  labels: ['thread'],
})

/** All of them, for the registry of an app (platform/http/health.ts). */
export const counted = [
  handshakes,
  frames,
  messages,
  answerTimes,
  begun,
  ended,
  commands,
  commandTimes,
  hops,
  requests,
  requestTimes,
  failedStatements,
  lostConnections,
  jobsDone,
  threadRestarts,
  documentsMade,
  documentTimes,
] as const
