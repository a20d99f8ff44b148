// The rules by which a site owner is paid, in words: of finance forms and of the history of a team.

/** The payout rules by number; the dropdown offers the first six (D-PO-7). */
export const payoutRules: Readonly<Record<number, string>> = {
  1: 'Fixed monthly or % per unit (whichever higher)',
  2: 'Fixed monthly or fixed per unit (whichever higher)',
  3: 'Fixed monthly and % per unit',
  4: 'Fixed monthly and fixed per unit',
  5: '% per unit',
  6: 'Fixed per unit',
  7: 'Fixed monthly',
}
