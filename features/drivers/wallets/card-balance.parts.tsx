// The balance of a prepaid card on the page of its tag, with a change of it by hand (D-WAL-1, D-WAL-4).
import { Button, Card, Link, Stack, Typography } from '@mui/material'
import { Suspense, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import type { Tag } from '#fleet/tags/tag.contract.ts'
import { Money } from '#kit/figures.tsx'
import { later } from '#kit/later.ts'
import { useAccess } from '#kit/session.ts'

const CardDialog = later(() => import('./card-dialog.tsx'))

type Props = { card: Tag; readOnly: boolean }
export function CardBalance({ card, readOnly }: Props) {
  const { canView, canUpdate } = useAccess('CMCustomers')
  const drivers = useAccess('Customers')
  const [isOpen, setOpen] = useState(false)
  return (
    <Card component="section" aria-label="Balance" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 2, mb: 1 }}>
        <Typography variant="h2">Balance</Typography>
        {canUpdate && !readOnly && (
          <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
            Change Balance
          </Button>
        )}
      </Stack>
      <Typography>
        <Money amount={card.balance_amount} /> are free to spend on this prepaid card.
        {card.in_transaction === 1 && ' A session that runs keeps back what the card had when it began.'}
      </Typography>
      {card.userId !== null && (canView || drivers.canUpdate) && (
        <Link component={RouterLink} to={`/wallet/${card.userId}`} sx={{ display: 'inline-block', mt: 1 }}>
          Wallet History of its driver, with this card
        </Link>
      )}
      {isOpen && (
        <Suspense>
          <CardDialog card={card} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  )
}
