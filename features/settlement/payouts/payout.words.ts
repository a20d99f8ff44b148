// The words of payouts, to the letter (S-PAYOUT).
export const CHOOSE_BOTH = 'Please select both month and year to view payout data'
export const NOTHING_TO_DOWNLOAD = 'No payout data available to download'
export const NOTHING_FOUND = 'No payout data available for the selected period.'
export const NO_SUMMARY = 'Summary data not available'
/** The note beside a month that was run; `month` in words, `amount` as text. */
export const belongsToNext = (sessions: number, amount: string, month: string): string =>
  sessions === 1
    ? `1 session of ${month}, ${amount}, came after the month was run and belongs to the next payout.`
    : `${sessions.toLocaleString('en-IN')} sessions of ${month}, ${amount}, came after the month was run and belong to the next payout.`
/** `message`: the server's message, if any. */
export const unable = (message: string): string => `Unable to load payout data: ${message || 'Please try again later'}`
/** Why readers who are not finance admin get no bank file. */
export const ONLY_FINANCE_ADMIN = 'Account numbers are for the finance admin alone'
export const statusWords = { PAYOUTPENDING: 'Payout Pending', PAYOUTCOMPLETED: 'Payout Completed' } as const
