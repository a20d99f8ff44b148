// The first steps of a company, each with its state as the data has it: its details, a team, a price, a charger whose first
// message is waited for live, and the first session. Each step is done in the product's own form, which comes back here.
import { Alert, Button, Link, Stack, Typography } from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, keyOf } from '@wattdesk/wire/call'
import { type ReactNode, useEffect, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { NoRight } from '#kit/empty-frame.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { useLive } from '#kit/live.ts'
import { Page } from '#kit/page.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { withWayBack } from '#kit/way-back.ts'
import { SupplierNotice } from '#people/teams/supplier-notice.parts.tsx'
import { ChargerStep } from './charger-step.tsx'
import { FIRST_STEPS, skipFirstSteps, useFirstSteps } from './first-steps.actions.ts'
import { endFirstSteps, type FirstSteps, getFirstSteps } from './first-steps.contract.ts'
import { doneSteps, nextStep, type Step } from './first-steps.rules.ts'
import { SessionStep } from './session-step.tsx'
import { StepCard } from './step-card.tsx'

const actions = [skipFirstSteps]

/** A button to a form of the product, which comes back here; who lacks its right reads whom to ask. */
function ToForm({ to, may, children }: { to: string; may: boolean; children: ReactNode }) {
  return may ? (
    <Button component={RouterLink} to={withWayBack(to, FIRST_STEPS)} variant="contained" sx={{ alignSelf: 'start' }}>
      {children}
    </Button>
  ) : (
    <Typography sx={{ color: 'text.secondary' }}>
      Your role does not include this step. Ask an administrator of your company.
    </Typography>
  )
}

/** Reads the steps again when something of them has happened: each form tells of its record, each charger of itself. */
function useFresh(): void {
  const cache = useQueryClient()
  const renew = () => void cache.invalidateQueries({ queryKey: keyOf(getFirstSteps) })
  useLive('station', renew)
  useLive('transaction', renew)
  useLive('record', renew)
}

/** Notes once that all steps are done, so that they are not shown again, whatever is deleted later. */
function useEnd(isDone: boolean): void {
  const { teamId } = useSession()
  const { mutate } = useMutation({
    mutationFn: () => call(endFirstSteps, { params: { teamId }, body: { how: 'done' } }),
  })
  useEffect(() => {
    if (isDone) mutate()
  }, [isDone, mutate])
}

function Steps({ steps }: { steps: FirstSteps }) {
  const { user, claims } = useSession()
  const company = useAccess('Company')
  const team = useAccess('Team')
  const price = useAccess('PriceGroup')
  const charger = useAccess('ChargerPoint')
  const done = doneSteps(steps)
  const next = nextStep(steps)
  const of = (step: Step) => ({ isDone: done[step], isNext: step === next })
  useEnd(steps.state === 'open' && next === undefined)
  return (
    <>
      {next === undefined && (
        <Alert severity="success">
          Your network is running: the first session is there.{' '}
          <Link component={RouterLink} underline="always" to="/dashboard">
            Go to the dashboard
          </Link>
        </Alert>
      )}
      <Stack component="ol" spacing={2} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        <StepCard {...of('company')} number={1} title="Your company" fact={user.company.name}>
          <Typography>Drivers see its name, and its taxes and percentages go into bills. Still missing:</Typography>
          <ul>
            {steps.missing.map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <ToForm to={`/company/${user.company.id}`} may={company.canUpdate}>
            Complete the company
          </ToForm>
          {claims?.companyType === 'GP' && (
            <Typography sx={{ color: 'text.secondary' }}>
              Do others operate the charge points?{' '}
              <Link component={RouterLink} underline="always" to="/company/new">
                Add the company of each
              </Link>{' '}
              and skip these steps: each company has its own.
            </Typography>
          )}
        </StepCard>
        <StepCard
          {...of('team')}
          number={2}
          title="A team"
          fact={steps.team?.name}
          below={steps.team && <SupplierNotice teamId={steps.team.teamId} />}
        >
          <Typography>
            Charge points, people and money belong to teams. Type its bank account with the GST number too, on the tab
            Payout Accounts: the number stands on every bill.
          </Typography>
          <ToForm to="/team/new" may={team.canCreate}>
            Add Team
          </ToForm>
        </StepCard>
        <StepCard {...of('price')} number={3} title="A price" fact={steps.price?.name}>
          <Typography>A price group says what charging costs. One fixed price is enough to begin with.</Typography>
          <ToForm to="/pricegroup/new" may={price.canCreate}>
            Add a price group
          </ToForm>
        </StepCard>
        <StepCard
          {...of('charger')}
          number={4}
          title="The first charge point"
          fact={steps.charger?.chargepoint_id}
          below={steps.charger?.lastBootAt && <ChargerStep charger={steps.charger} />}
        >
          {steps.charger === null ? (
            <>
              <Typography>
                Type the Charger ID exactly as the charge point names itself, choose the team and the price group, and
                set the Registration Status to Accepted. No charge point at hand? Type any ID, for instance TEST-01: a
                simulated one takes its name once it is saved.
              </Typography>
              <ToForm to={`/charger/new${steps.team ? `?team=${steps.team.teamId}` : ''}`} may={charger.canCreate}>
                Add Charge Point
              </ToForm>
            </>
          ) : (
            steps.charger.lastBootAt === null && <ChargerStep charger={steps.charger} />
          )}
        </StepCard>
        <StepCard
          {...of('session')}
          number={5}
          title="The first session"
          fact={steps.session && `Session ${steps.session.transactionId}`}
          below={steps.session && steps.charger && <SessionStep charger={steps.charger} session={steps.session} />}
        >
          {steps.charger && <SessionStep charger={steps.charger} session={null} />}
        </StepCard>
      </Stack>
    </>
  )
}

export function FirstStepsPage() {
  const { canCreate } = useAccess('Team')
  const q = useFirstSteps(canCreate)
  useFresh()
  const now = q.data?.data
  // The end of the steps, which this screen notes itself, takes nothing away from it.
  const [open, setOpen] = useState<FirstSteps>()
  if (now?.state === 'open' && now !== open) setOpen(now)
  const steps = now?.state === 'skipped' ? now : (open ?? now)
  const isOpen = steps?.state === 'open'
  if (!canCreate)
    return (
      <Page>
        <NoRight />
      </Page>
    )
  return (
    <Page
      title="From an empty portal to the first session"
      subtitle={
        isOpen ? 'Each step is ticked off as soon as it is done. You can leave at any time and go on later.' : undefined
      }
      actions={isOpen && nextStep(steps) ? actions : []}
    >
      {q.error && !steps && <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />}
      {q.isPending && <RowsSkeleton rows={5} />}
      {steps && !isOpen && (
        <Alert severity={steps.state === 'done' ? 'success' : 'info'}>
          {steps.state === 'none'
            ? 'This team has no first steps: they belong to a company that is set up anew.'
            : `The first steps of your company are ${steps.state}.`}{' '}
          <Link component={RouterLink} underline="always" to="/dashboard">
            Go to the dashboard
          </Link>
        </Alert>
      )}
      {steps && isOpen && <Steps steps={steps} />}
    </Page>
  )
}
