// The lines of the bank's file, and the reasons why there can be no file.
import { expect, test } from 'vitest'
import { account, month, summary } from '#testing/web/payouts.ts'
import { transfersOf } from './payout-transfer.rules.ts'

const period = { year: '2026', month: '09' }

test('a line for each account, in the order of the teams; nothing for a payout of 0 or a team without one', () => {
  const two = [
    account({ amount: 15_000.01 }),
    account({ beneficiary_name: 'Vik', account_no: '99887', amount: 7922.99 }),
  ]
  const made = transfersOf(
    [
      month('North', summary(), two),
      month('Nothing', null),
      month('Zero', summary({ totalPayoutAmount: 0 }), [account({ amount: 0, ifsc_code: 'wrong' })]),
      month('South', summary({ payoutId: 'PO-2609-3', totalPayoutAmount: 10.5 }), [account({ amount: 10.5 })]),
    ],
    period,
  )
  expect(made.ok && made.value.lines.map(t => [t.beneficiaryName, t.accountNo, t.amount, t.remarks])).toEqual([
    ['Asha Rao', '001234567890', 15_000.01, 'PO-2609-2 September 2026'],
    ['Vik', '99887', 7922.99, 'PO-2609-2 September 2026'],
    ['Asha Rao', '001234567890', 10.5, 'PO-2609-3 September 2026'],
  ])
})

test.each([
  ['an IFSC', [account({ ifsc_code: 'HDFC1001234' })], 'North: the IFSC of Asha Rao is not valid'],
  ['an account number', [account({ account_no: '••••7890' })], 'North: the account number of Asha Rao is not valid'],
  ['a part without an account', [account({ amount: 1 })], 'North: its accounts do not take the whole payout'],
])('%s that no bank takes refuses the file, with the team named', (_, accounts, error) => {
  const made = transfersOf([month('South'), month('North', summary(), accounts)], period)
  expect(made).toEqual({ ok: false, error })
})

test('every team that stands in the way is named, and so is a month that was not run', () => {
  const made = transfersOf(
    [
      month('North', summary({ payoutId: null, status: null })),
      month('South', summary(), [account({ ifsc_code: '' })]),
    ],
    period,
  )
  expect(made).toEqual({
    ok: false,
    error: 'North: the payout of September 2026 is not run yet. South: the IFSC of Asha Rao is not valid',
  })
})

test('leaves completed payouts out, and says before who is left out and whose part goes elsewhere', () => {
  const divided = (name: string, share: number, accounts: Parameters<typeof month>[2]) => {
    const m = month(name, summary(), accounts)
    m.payout.data.teamDetails.settlement_percentage = share
    return m
  }
  const made = transfersOf(
    [
      month('Paid', summary({ status: 'PAYOUTCOMPLETED' })),
      month('Left', summary(), []),
      month('None', null),
      divided('Own', 33, [account({})]),
      divided('Given', 50, [account({ isOfCompany: true })]),
      divided('Both', 50, [account({ amount: 11_461.5 }), account({ amount: 11_461.5, isOfCompany: true })]),
    ],
    period,
  )
  expect(made.ok && [made.value.lines.length, made.value.notes]).toEqual([
    4,
    [
      'Paid: PO-2609-2 is Payout Completed already, so it is not in the file',
      'Left: there was no payout account at the end of the month, so it is not in the file',
      'Own: its company, whose part is 67 %, had no payout account, so all goes to the team’s',
      'Given: it had no payout account, so all goes to its company’s',
    ],
  ])
  expect(transfersOf([month('Alone', summary(), [])], period)).toEqual({
    ok: false,
    error: 'Alone: there was no payout account at the end of the month, so it is not in the file',
  })
})
