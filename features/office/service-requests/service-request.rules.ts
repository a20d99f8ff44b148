// The states of a service request: open, in progress, resolved, closed; a resolved request may be reopened (D-SR-2).
import { err, ok, type Result } from '@wattdesk/base/result'
import { statusWords, TICKET_STATES, type TicketStatus } from './service-request.fields.ts'

const NEXT: Record<TicketStatus, readonly TicketStatus[]> = {
  OPEN: ['IN_PROGRESS'],
  IN_PROGRESS: ['RESOLVED'],
  RESOLVED: ['CLOSED', 'IN_PROGRESS'],
  CLOSED: [],
}
export const CLOSED_IS_FINAL = 'A closed service request cannot be changed'

/** The states that a request in state `from` may be saved with: the same state and those that follow. */
export const statesAfter = (from: TicketStatus): readonly TicketStatus[] =>
  TICKET_STATES.filter(s => s === from || NEXT[from].includes(s))

/** Checks a change of a request: its new state, or why it is refused. Nothing of a closed one changes any more. */
export function changedState(from: TicketStatus, to: TicketStatus | undefined): Result<TicketStatus, string> {
  if (from === 'CLOSED') return err(CLOSED_IS_FINAL)
  const next = to ?? from
  return statesAfter(from).includes(next)
    ? ok(next)
    : err(`A service request cannot go from ${statusWords[from]} to ${statusWords[next]}`)
}
