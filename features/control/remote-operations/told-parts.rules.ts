// How the parts of an answer stand: awaited, coming, whole, or never finished.
import { knownOperation } from './operations/operations.contract.ts'
import type { Task } from './remote-operation.contract.ts'
import { isPersonal, PARTS_KEPT_DAYS, type PartsAction, PERSONAL_KEPT_DAYS } from './told-parts.words.ts'

/** The most parts that are kept of one answer; what comes beyond stands as one part without content. */
export const MOST_PARTS = 2000
/** The most that is kept of one answer, in characters of JSON. */
export const MOST_BYTES = 1_000_000
/** The most rows of an answer that a task shows. */
const MOST_ITEMS = 500
/** An answer of which nothing has come for so long does not go on. */
export const STOPPED_MS = 600_000

export type KeptPart = {
  seqNo: number
  isLast: boolean
  /** null: no room, removed, or not to be shown here. */
  content: unknown
  hasContent: boolean
  toldAt: Date
  removedAt: Date | null
}
type Told = NonNullable<Task['told']>

/** The message by which a task is told what it asked for; undefined where it asked for nothing of the kind. */
export function partsAskedFor({
  operation,
  parameters,
}: {
  operation: string
  parameters: unknown
}): PartsAction | undefined {
  const record = knownOperation(operation)
  return record?.parts !== undefined && record.tellsParts?.(parameters as never) !== false ? record.parts : undefined
}

/** The numbers that are missing below the last known one, as ranges with both ends. */
export function missingIn(seqNos: readonly number[], last: number | undefined): { from: number; to: number }[] {
  const missing: { from: number; to: number }[] = []
  let next = 0
  for (const n of seqNos.toSorted((a, b) => a - b)) {
    if (n > next) missing.push({ from: next, to: n - 1 })
    next = Math.max(next, n + 1)
  }
  if (last !== undefined && last >= next) missing.push({ from: next, to: last })
  return missing
}

/** Returns how the answer stands; `askedAt`: when the station accepted, or the task was made. `parts` in their order. */
export function toldOf(
  message: PartsAction,
  parts: readonly KeptPart[],
  { askedAt, now }: { askedAt: Date; now: Date },
): Told {
  const numbered = parts.filter(p => p.seqNo < MOST_PARTS)
  const last = numbered.find(p => p.isLast)
  const missing = missingIn(
    numbered.map(p => p.seqNo),
    last?.seqNo,
  )
  const lastAt = parts.reduce<Date | null>((at, p) => (at === null || p.toldAt > at ? p.toldAt : at), null)
  const removedAt = parts.find(p => p.removedAt !== null)?.removedAt ?? null
  const isTooLong = numbered.length < parts.length
  const isWhole = !isTooLong && last !== undefined && missing.length === 0
  const isOver = now.getTime() - (lastAt ?? askedAt).getTime() >= STOPPED_MS
  const items = parts.flatMap(p => (Array.isArray(p.content) ? (p.content as unknown[]) : []))
  const keptDays = isPersonal(message) ? PERSONAL_KEPT_DAYS : PARTS_KEPT_DAYS
  return {
    message,
    state: isWhole ? 'whole' : isOver || isTooLong ? 'unfinished' : lastAt === null ? 'awaited' : 'coming',
    parts: numbered.length,
    missing,
    hasLast: last !== undefined,
    leftOut: removedAt === null ? numbered.filter(p => !p.hasContent).length : 0,
    isTooLong,
    isPersonal: isPersonal(message),
    lastAt: lastAt?.toISOString() ?? null,
    removedAt: removedAt?.toISOString() ?? null,
    keptUntil:
      lastAt === null || removedAt !== null ? null : new Date(lastAt.getTime() + keptDays * 86_400_000).toISOString(),
    items: items.slice(0, MOST_ITEMS),
    itemsInAll: items.length,
  }
}

/** The text of an answer whose parts are texts, in their order; what is missing says so in its place. */
export function customerText(parts: readonly KeptPart[]): string {
  const texts = parts.filter(p => p.seqNo < MOST_PARTS)
  let next = 0
  return texts
    .map(({ seqNo, content }) => {
      const gap =
        seqNo > next ? `[${next + 1 === seqNo ? `Part ${seqNo}` : `Parts ${next + 1} to ${seqNo}`} did not come]` : ''
      next = seqNo + 1
      return `${gap}${typeof content === 'string' ? content : '[No room for this part]'}`
    })
    .join('')
}
