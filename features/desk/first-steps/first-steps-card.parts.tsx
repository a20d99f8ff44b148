// The first steps on the dashboard, while some of them are left: a reader who may go all the way is led to them once after
// each sign-in, and goes on from this card at any time.
import { Box, Button, Card, Typography } from '@mui/material'
import { useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { useSession } from '#kit/session.ts'
import { FIRST_STEPS, isFirstLook, useFirstSteps } from './first-steps.actions.ts'
import { doneSteps, nextStep, STEPS } from './first-steps.rules.ts'

export function FirstStepsCard() {
  const session = useSession()
  const navigate = useNavigate()
  const steps = useFirstSteps().data?.data
  const isLeft = steps?.state === 'open' && nextStep(steps) !== undefined
  const hasLooked = useRef(false)
  useEffect(() => {
    if (!isLeft || hasLooked.current) return
    hasLooked.current = true
    if (isFirstLook(session)) void navigate(FIRST_STEPS, { replace: true })
  }, [isLeft, session, navigate])
  if (!steps || !isLeft) return null
  const done = Object.values(doneSteps(steps)).filter(Boolean).length
  return (
    <Card
      component="section"
      aria-labelledby="first-steps-title"
      sx={{ p: { xs: 2, sm: 2.5 }, display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography id="first-steps-title" variant="h3" component="h3">
          First steps
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>
          {done} of {STEPS.length} done, from your company’s details to the first session.
        </Typography>
      </Box>
      <Button component={Link} to={FIRST_STEPS} variant="contained">
        Continue
      </Button>
    </Card>
  )
}
