// The clock of the business time zone beside that of price slots, which is UTC.
import { offsetMinutes, zoneName } from '@wattdesk/base/time'
import { DAYS } from './price.words.ts'
import { minutesOf, timeOf } from './price-detail.rules.ts'

const DAY = 1440
/** A time of a UTC day by another zone's clock: '17:30 in Asia/Kolkata', with the day where that is another one. */
export type SlotClock = { zone: string; text: (day: number, time: string) => string | undefined }

/** The clock of a zone at an instant; some zones move their clock twice a year. */
export function slotClock(zone: string, at: Date): SlotClock {
  const ahead = offsetMinutes(at, zone)
  return {
    zone,
    text: (day, time) => {
      const minutes = minutesOf(time)
      if (minutes === undefined || ahead === 0) return undefined
      // 23:59 as last end means midnight, so midnight is the time shown beside it.
      const there = (minutes === DAY - 1 ? DAY : minutes) + ahead
      const moved = Math.floor(there / DAY)
      const other = (((day + moved) % 7) + 7) % 7
      const clock = timeOf(((there % DAY) + DAY) % DAY)
      return `${moved === 0 ? '' : `${(DAYS[other] ?? '').slice(0, 3)} `}${clock} in ${zoneName(zone)}`
    },
  }
}
