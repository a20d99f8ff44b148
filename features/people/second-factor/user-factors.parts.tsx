// The second factors of a user, as administrators see and reset them (MFA-01).
import LockReset from '@mui/icons-material/LockResetOutlined'
import { Box, Card, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { call, query } from '@wattdesk/wire/call'
import { type Action, ActionButton } from '#kit/actions.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { Time } from '#kit/time.tsx'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { getUserFactors, resetUserFactors } from './second-factor.contract.ts'
import { codesText, FactorLine } from './second-factor-card.parts.tsx'

type User = { userId: number; username: string; whyKept: string | null }
const resetFactors: Action<User> = {
  id: 'reset-second-factor',
  label: 'Reset second factor',
  icon: LockReset,
  right: 'Users.update',
  danger: true,
  when: u => u.whyKept ?? true,
  confirm: u => ({
    title: `Reset the second factor of ${u.username}?`,
    text: 'All apps, passkeys, recovery codes and remembered browsers are removed, and the user is told by mail. Make sure that it is the user who asks: until a new factor is set up, the password alone signs in.',
    yes: 'Reset',
    danger: true,
  }),
  run: u => call(resetUserFactors, { params: { userId: u.userId } }),
  refreshes: [getUserFactors, listRecordAudit],
}

export function UserFactors({ userId, username }: { userId: number; username: string }) {
  const { data: reply, error, refetch } = useQuery(query(getUserFactors, { params: { userId } }))
  const data = reply?.data
  return (
    <Card component="section" aria-label="Second factor" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        Second factor
      </Typography>
      {error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <BlockSkeleton height={64} />
      ) : (
        <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
          {data.factors.length === 0 ? (
            <Typography>The user has no second factor.</Typography>
          ) : (
            <Box sx={{ width: '100%' }}>
              <Stack component="ul" spacing={1.5} sx={{ listStyle: 'none', p: 0, m: 0 }}>
                {data.factors.map(f => (
                  <FactorLine key={f.factor_id} factor={f} />
                ))}
              </Stack>
              <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1.5 }}>
                {codesText(data)}
              </Typography>
            </Box>
          )}
          {data.needed && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              Needed by {data.needed.by.replace('your company', "the user's company")}, from{' '}
              <Time at={data.needed.from} /> on.
            </Typography>
          )}
          {data.factors.length > 0 && (
            <ActionButton action={resetFactors} target={{ userId, username, whyKept: data.whyKept }} />
          )}
        </Stack>
      )}
    </Card>
  )
}
