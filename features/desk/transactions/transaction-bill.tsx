// The bill of a session: its lines, who supplied, and how the meter was known where the price changed.
import { Box, Card, Stack, Typography } from '@mui/material'
import type { TransactionBill } from '#charging/billing/bill.contract.ts'
import { BillLines } from '#charging/billing/bill-lines.parts.tsx'
import { secondsText } from '#fleet/stations/session-length.rules.ts'
import { energyText, moneyText } from '#kit/figures.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { Time } from '#kit/time.tsx'
import { BillActs } from './bill-acts.tsx'
import type { TransactionDetail } from './transaction.contract.ts'
import { smallRest } from './transaction.rules.ts'

type Mark = TransactionBill['borders'][number]['mark']

/** How the register was known where the price changed, in words. */
const markText: Readonly<Record<Mark, string>> = {
  measured: 'The charger sent its meter reading at this moment.',
  interpolated: 'Worked out from the readings just before and after.',
  'without samples': 'The charger sent no readings: shared out evenly over the session.',
}

/** Why there is nothing to pay, or no bill yet; undefined where the lines of the bill are shown. */
function note(t: TransactionDetail): string | undefined {
  if (t.inReview) return 'This session waits for a decision before it is billed.'
  if (t.isDismissed) return 'This session was dismissed: no energy of it counts, and nothing is billed.'
  if (!t.bill)
    return t.stoptime ? 'This session has no bill.' : 'This connector has no price group, so no amount is running.'
  if (t.startAnswer !== 'Accepted')
    return `The tag was refused at the start (${t.startAnswer}), so nothing of this session is billed.`
  if (t.isFree) return 'This charge point is free of charge.'
  if (t.bill.lines.length === 0)
    return t.stoptime ? 'No energy was delivered, so nothing is charged.' : 'No energy has been delivered yet.'
  return undefined
}

/** The supplier and the place of supply, which decide the heads of the tax. */
function Supply({ bill: { supplier, recipient, placeOfSupply } }: { bill: TransactionBill }) {
  const parts = [
    supplier && `Supplied by ${supplier.name}, GSTIN ${supplier.gstin}`,
    recipient && `Billed to ${recipient.name}, GSTIN ${recipient.gstin}`,
    placeOfSupply && `Place of supply: ${placeOfSupply.name} (${placeOfSupply.code})`,
  ].filter(Boolean)
  if (parts.length === 0) return null
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1.5 }}>
      {parts.join('. ')}.
    </Typography>
  )
}

export function BillCard({ t }: { t: TransactionDetail }) {
  const { bill } = t
  const why = note(t)
  const rest = smallRest(t)
  return (
    <Card component="section" aria-label="Bill" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', mb: 1.5, flexWrap: 'wrap' }}>
        <Typography variant="h2">Bill</Typography>
        {bill?.isRunning && <ToneChip tone="active" label="So far" />}
        {bill && bill.version > 1 && <ToneChip tone="warning" label={`Corrected, version ${bill.version}`} />}
        {bill?.billedAt && (
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            billed <Time at={bill.billedAt} />
          </Typography>
        )}
      </Stack>
      {why && <Typography sx={{ color: 'text.secondary', maxWidth: '72ch' }}>{why}</Typography>}
      {bill && bill.lines.length > 0 && <BillLines bill={bill} />}
      {bill && <Supply bill={bill} />}
      {bill && bill.overrun > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1.5 }}>
          {moneyText(bill.overrun)} above what was paid beforehand {bill.isRunning ? 'will not be' : 'were not'}{' '}
          charged.
        </Typography>
      )}
      {rest && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1.5 }}>
          {moneyText(rest.rupees)} of the payment were left, less than a provider gives back. They went to {rest.place}.
        </Typography>
      )}
      {bill && bill.lines.length > 0 && bill.idleSeconds > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1.5 }}>
          The car rested {secondsText(bill.idleSeconds)} beyond the ten free minutes.
        </Typography>
      )}
      <BillActs t={t} />
      {bill && bill.borders.length > 0 && (
        <Box sx={{ mt: 2 }}>
          <Typography variant="h3">Where the price changed</Typography>
          <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, color: 'text.secondary' }}>
            {bill.borders.map(b => (
              <li key={b.at}>
                <Time at={b.at} />: meter at {energyText(b.registerWh, 3)}. {markText[b.mark]}
              </li>
            ))}
          </Box>
        </Box>
      )}
    </Card>
  )
}
