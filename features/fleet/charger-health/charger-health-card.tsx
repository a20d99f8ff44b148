// The health of a charger on its page: the word, the signs that are not good with the next step, and all signs on
// demand.
import { Box, Button, Card, Link, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useId, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { ActionButton } from '#kit/actions.tsx'
import { Failed } from '#kit/error.tsx'
import { queryErrorText } from '#kit/notices.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { toneIcons } from '#kit/status.ts'
import { ToneChip } from '#kit/status-chip.tsx'
import { RelativeTime } from '#kit/time.tsx'
import { getChargerHealth, HEALTH_WORDS, type HealthSign } from './charger-health.contract.ts'
import { type HealthTarget, registerUnitActions } from './register-unit.actions.ts'

/** Not every sign comes with an event: a charger that is refused sends none. */
const POLL_MS = 10_000
const tones = { act: 'fault', look: 'warning', good: 'success' } as const

/** Operations can be sent by those alone who may change the charger; to others the step is said. */
function Step({ step, canSend }: { step: NonNullable<HealthSign['step']>; canSend: boolean }) {
  if (step.to.includes('tab=remote_operations') && !canSend) return <>{step.text}</>
  return (
    <Link component={RouterLink} to={step.to}>
      {step.text}
    </Link>
  )
}

function Sign({ sign: s, chargepoint_pk, canSend }: HealthTarget & { canSend: boolean }) {
  const tone = tones[s.level]
  const Icon = toneIcons[tone]
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        columnGap: 1.5,
        alignItems: 'baseline',
        py: 0.75,
        borderTop: 1,
        borderColor: 'divider',
        gridTemplateColumns: { xs: '20px 1fr', md: '20px 150px minmax(0, 1fr) 110px 250px' },
      }}
    >
      <Icon
        role="img"
        aria-hidden={false}
        aria-label={HEALTH_WORDS[s.level]}
        sx={{ fontSize: 18, alignSelf: 'start', mt: '2px', color: `status.${tone}.text` }}
      />
      <Typography variant="body2" sx={{ fontWeight: s.level === 'good' ? 400 : 600 }}>
        {s.label}
      </Typography>
      <Typography variant="body2" sx={{ gridColumn: { xs: 2, md: 'auto' }, overflowWrap: 'anywhere' }}>
        {s.figure}
      </Typography>
      <Typography variant="body2" sx={{ gridColumn: { xs: 2, md: 'auto' }, color: 'text.secondary' }}>
        {s.since && <RelativeTime at={s.since} />}
      </Typography>
      <Typography variant="body2" sx={{ gridColumn: { xs: 2, md: 'auto' }, textAlign: { md: 'right' } }}>
        {s.step && <Step step={s.step} canSend={canSend} />}
        {s.offers && (
          <Box sx={{ mt: s.step ? 0.5 : 0 }}>
            {registerUnitActions.map(a => (
              <ActionButton key={a.id} action={a} target={{ chargepoint_pk, sign: s }} size="small" />
            ))}
          </Box>
        )}
      </Typography>
    </Box>
  )
}

export default function ChargerHealthCard({ charger }: { charger: { chargepoint_pk: number } }) {
  const { teamId } = useSession()
  const { canUpdate } = useAccess('ChargerPoint')
  const [isWhole, setWhole] = useState(false)
  const id = useId()
  const q = useQuery({
    ...query(getChargerHealth, { params: { teamId, id: String(charger.chargepoint_pk) } }),
    enabled: teamId !== 0,
    staleTime: 0,
    refetchInterval: POLL_MS,
  })
  const health = q.data?.data
  const shown = health?.signs.filter(s => isWhole || s.level !== 'good') ?? []
  return (
    <Card component="section" aria-labelledby={`${id}-title`} sx={{ px: { xs: 2, sm: 2.5 }, py: { xs: 1.5, sm: 2 } }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap', minHeight: 32 }}>
        <Typography id={`${id}-title`} variant="h3" component="h3">
          Health
        </Typography>
        {health && <ToneChip tone={tones[health.level]} label={HEALTH_WORDS[health.level]} />}
        {health && (
          <Button
            size="small"
            color="inherit"
            aria-expanded={isWhole}
            aria-controls={`${id}-signs`}
            onClick={() => setWhole(!isWhole)}
            sx={{ ml: 'auto' }}
          >
            {isWhole ? 'Show less' : 'Show all signs'}
          </Button>
        )}
      </Stack>
      {q.error && !health && (
        <Failed onRetry={() => void q.refetch()}>
          Failed to load the health of the charge point: {queryErrorText(q.error)}
        </Failed>
      )}
      {q.isPending && <RowsSkeleton rows={1} />}
      <Box
        component="ul"
        id={`${id}-signs`}
        aria-label="Signs of health"
        sx={{ listStyle: 'none', m: 0, p: 0, mt: shown.length > 0 ? 1 : 0 }}
      >
        {shown.map(s => (
          <Sign key={s.sign} sign={s} chargepoint_pk={charger.chargepoint_pk} canSend={canUpdate} />
        ))}
      </Box>
    </Card>
  )
}
