// Beside the load of a charging site: what its sessions of a month would have got under another Load Value.
import { Button, Card, Typography } from '@mui/material'
import { Suspense, useState } from 'react'
import { later } from '#kit/later.ts'
import { useAccess } from '#kit/session.ts'
import type { Tried } from './try-limit-dialog.tsx'

const TryLimitDialog = later(() => import('./try-limit-dialog.tsx'))

/** Shown only to users who may see sessions too (D-GEN-16). */
export function TryLimit(site: Tried) {
  const { canView } = useAccess('Transaction')
  const [isOpen, setOpen] = useState(false)
  if (!canView) return null
  return (
    <Card
      component="section"
      aria-label="Another Load Value"
      sx={{
        p: { xs: 2, sm: 2.5 },
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        alignItems: 'center',
        justifyContent: 'space-between',
      }}
    >
      <Typography sx={{ flex: '1 1 320px', color: 'text.secondary', maxWidth: '72ch' }}>
        Would another Load Value be enough? See how much energy the cars of a past month would have got under it, and
        how much later.
      </Typography>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        Try on last month
      </Button>
      {isOpen && (
        <Suspense>
          <TryLimitDialog {...site} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  )
}
