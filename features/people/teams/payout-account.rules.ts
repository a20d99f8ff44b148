// Whether payouts go elsewhere after a change of accounts, for which a proof is asked (MFA-02), and whether a PAN goes with a
// GST number.
import { panOfGstin } from '@wattdesk/base/identifiers'

type Numbered = { payoutDetailId?: number }
const terms = (accounts: readonly Numbered[]): string =>
  JSON.stringify(accounts.map(a => Object.entries({ ...a, payoutDetailId: 0 }).sort(([x], [y]) => (x < y ? -1 : 1))))
/** True when both lists have the same accounts in the same order, whatever their numbers. */
export const areSameAccounts = (before: readonly Numbered[], after: readonly Numbered[]): boolean =>
  terms(before) === terms(after)

type Identified = { gst?: string | null; pan?: string | null | undefined }
/** Why a PAN and a GST number cannot be those of one owner (TAX-05); undefined where they can, or where either is missing. */
export const panFault = ({ gst, pan }: Identified): string | undefined =>
  gst && pan && panOfGstin(gst) !== pan ? `The GST number ${gst} belongs to the PAN ${panOfGstin(gst)}` : undefined
