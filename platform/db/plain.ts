// Parts that are cleverer than they need be stand beside a plain way of the same, one word away: `WATTDESK_PLAIN=arrays,log`
// serves by the plain ways. `npm run bench -- doors` measures what the clever ones gain; what gains less than a tenth goes.

/** A clever part; what each gains is told in docs/decisions/0022-doors.md. */
export type Door = 'arrays' | 'log'
export const doors: readonly Door[] = ['arrays', 'log']

/** Whether a part is to be done the plain way. */
export const isPlain = (part: Door, setting = process.env.WATTDESK_PLAIN): boolean =>
  (setting ?? '').split(',').includes(part)
