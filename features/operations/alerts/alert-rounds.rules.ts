// Kinds whose figures change by the hour or day are looked at in rounds: everything once in a while, in a large fleet one part
// after the other, so that no sweep does all the work. Each process remembers how far its rounds are.
import { minuteMs } from '@wattdesk/base/time'

/** A kind that is looked at now and then. */
type Kind = { id: string; everyMinutes?: number; inParts?: true }
/** One of so many parts of all subjects: those whose number leaves `no` when it is divided by `of`. */
export type AlertPart = { no: number; of: number }

/** So many chargers make a part. */
const PART_CHARGERS = 2000
const MOST_PARTS = 60

/** A round of a kind: by which rules it looks, into how many parts everything is divided, and how many are done. */
type Round = { rules: string; of: number; done: number; begunAt: Date; hurries: boolean }
/** By the id of the kind. */
export type Rounds = Map<string, Round>

const partsOf = (kind: Kind, chargers: number): number =>
  kind.inParts ? Math.min(MOST_PARTS, Math.max(1, Math.ceil(chargers / PART_CHARGERS))) : 1

/**
 * Returns the part of a kind that is due; undefined: none. Parts are spread over the time of a round; with other rules, and in
 * the first round of a process, they follow each other at once.
 */
export function dueOf(
  rounds: Rounds,
  kind: Kind,
  { rules, chargers, now }: { rules: string; chargers: number; now: Date },
): AlertPart | undefined {
  const last = rounds.get(kind.id)
  const roundMs = (kind.everyMinutes ?? 0) * minuteMs
  const isOther = last?.rules !== rules
  if (!last || isOther || (last.done === last.of && now.getTime() - last.begunAt.getTime() >= roundMs))
    rounds.set(kind.id, { rules, of: partsOf(kind, chargers), done: 0, begunAt: now, hurries: isOther })
  const { of, done, begunAt, hurries } = rounds.get(kind.id) as Round
  const isDue = hurries || now.getTime() - begunAt.getTime() >= (done / of) * roundMs
  return done < of && isDue ? { no: done, of } : undefined
}

/** A part that was due has been looked at. */
export function noteDone(rounds: Rounds, kind: Kind): void {
  const round = rounds.get(kind.id)
  if (round) round.done++
}
