// What an alert has cost so far, with how that is reckoned.
import { Box } from '@mui/material'
import { moneyText } from '#kit/figures.tsx'
import { Tip } from '#kit/tip.tsx'
import type { Alert } from './alert.contract.ts'

type Props = { cost: NonNullable<Alert['cost']>; isLong?: boolean }
/** `isLong`: the reckoning stands beside it, instead of in a tip. */
export function CostText({ cost, isLong = false }: Props) {
  const text = `${cost.isEstimated ? 'Estimated ' : ''}${moneyText(cost.rupees)}`
  if (isLong)
    return (
      <>
        {text}
        <Box component="span" sx={{ color: 'text.secondary', display: 'block' }}>
          {cost.reckoned}.
        </Box>
      </>
    )
  return (
    <Tip title={cost.reckoned}>
      <span>{text}</span>
    </Tip>
  )
}
