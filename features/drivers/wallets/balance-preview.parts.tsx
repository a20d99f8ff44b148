// A preview of a changed balance before saving: the balance now, the balance after the change, and the difference.
import { Alert, Button, Typography } from '@mui/material'
import { isRupees } from '@wattdesk/base/money'
import { useWatch } from 'react-hook-form'
import { moneyText } from '#kit/figures.tsx'
import { MOST_RUPEES } from './wallet.words.ts'

/** '₹125.50 now, ₹200.00 after it: ₹74.50 are given.' */
export function changeText(now: number, amount: number): string {
  const difference = (Math.round(amount * 100) - Math.round(now * 100)) / 100
  const what = difference > 0 ? 'are given' : 'are taken back'
  return `${moneyText(now)} now, ${moneyText(amount)} after it: ${moneyText(Math.abs(difference))} ${what}.`
}

/** Whether a save would take what is typed: of anything else nothing can be said beforehand. */
const isSettable = (amount: unknown): amount is number =>
  typeof amount === 'number' && amount >= 0 && amount <= MOST_RUPEES && isRupees(amount)

type Props = {
  now: number
  held?: number
  /** Given where another balance stands by now than the one shown. */
  onReload?: () => void
}
export function BalancePreview({ now, held = 0, onReload }: Props) {
  const amount: unknown = useWatch({ name: 'amount' })
  const isUnchanged = amount === null || amount === now
  const isChanged = !isUnchanged && isSettable(amount)
  return (
    <>
      <Typography role="status" sx={{ gridColumn: '1 / -1', color: isChanged ? 'text.primary' : 'text.secondary' }}>
        {isChanged && changeText(now, amount)}
        {isUnchanged && `${moneyText(now)} are free to spend. The balance stays as it is.`}
      </Typography>
      {onReload && (
        <Alert
          severity="warning"
          sx={{ gridColumn: '1 / -1' }}
          action={
            <Button color="inherit" size="small" onClick={onReload}>
              Reload
            </Button>
          }
        >
          The balance is no longer {moneyText(now)}. Nothing was saved; what you typed stays.
        </Alert>
      )}
      {held > 0 && (
        <Alert severity="info" sx={{ gridColumn: '1 / -1' }}>
          {moneyText(held)} are kept back for a session that has not been billed yet, and come back less what it costs.
        </Alert>
      )}
    </>
  )
}
