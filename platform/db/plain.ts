// Optimised parts stand beside a plain version of the same, one word away: `WATTDESK_PLAIN=arrays,log` serves with the
// plain versions. `npm run bench -- doors` measures the gain; a part that gains less than a tenth is removed.

/** A clever part; what each gains is told in docs/decisions/0022-doors.md. */
export type Door = 'arrays' | 'log'
export const doors: readonly Door[] = ['arrays', 'log']

/** Whether a part is to be done the plain way. */
export const isPlain = (part: Door, setting = process.env.WATTDESK_PLAIN): boolean =>
  (setting ?? '').split(',').includes(part)
