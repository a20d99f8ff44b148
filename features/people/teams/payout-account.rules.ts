// Whether payouts go elsewhere after a change of accounts, for which a proof is asked (MFA-02).

type Numbered = { payoutDetailId?: number }
const terms = (accounts: readonly Numbered[]): string =>
  JSON.stringify(accounts.map(a => Object.entries({ ...a, payoutDetailId: 0 }).sort(([x], [y]) => (x < y ? -1 : 1))))
/** True when both lists have the same accounts in the same order, whatever their numbers. */
export const areSameAccounts = (before: readonly Numbered[], after: readonly Numbered[]): boolean =>
  terms(before) === terms(after)
