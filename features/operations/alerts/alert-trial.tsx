// In the form of a rule: how often it would have opened in the last 30 days, and for what (ALERT-10). Nothing is stored.
import { Alert, Box, Button, Card, Stack, Typography } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { call } from '@wattdesk/wire/call'
import type { ReactNode } from 'react'
import { ChartCard } from '#kit/chart-card.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { numberText } from '#kit/figures.tsx'
import { RowLink } from '#kit/row-link.tsx'
import { useSession } from '#kit/session.ts'
import { Time } from '#kit/time.tsx'
import { type AlertTrial as Outcome, tryAlertRule } from './alert-trial.contract.ts'

const times = (n: number): string => (n === 1 ? 'once' : `${numberText(n)} times`)

type Subject = Outcome['subjects'][number] | Outcome['stands'][number]
/** The page of the subject, where it has one. */
const pathOf = (s: Subject): string | undefined => {
  if (s.transaction_id !== null) return `/transactions/${s.transaction_id}`
  if (s.chargepoint_pk !== null) return `/charger/${s.chargepoint_pk}?tab=timeline`
  return s.zone_id === null ? undefined : `/charging-site/${s.zone_id}`
}
type Listed = {
  label: string
  all: readonly { subject: Subject; text: ReactNode }[]
  total: number
}
const Subjects = ({ label, all, total }: Listed) => (
  <Box component="ul" aria-label={label} sx={{ listStyle: 'none', p: 0, m: 0, maxHeight: 280, overflowY: 'auto' }}>
    {all.map(({ subject: s, text }) => {
      const to = pathOf(s)
      return (
        <Stack
          component="li"
          key={s.subject}
          direction="row"
          sx={{ justifyContent: 'space-between', gap: 2, py: 0.75, borderTop: 1, borderColor: 'divider' }}
        >
          {to ? (
            <RowLink to={to} sx={{ overflowWrap: 'anywhere' }}>
              {s.name}
            </RowLink>
          ) : (
            <span>{s.name}</span>
          )}
          <Box component="span" sx={{ whiteSpace: 'nowrap', color: 'text.secondary' }}>
            {text}
          </Box>
        </Stack>
      )
    })}
    {total > all.length && (
      <Typography component="li" sx={{ color: 'text.secondary', pt: 1 }}>
        The first {numberText(all.length)} of {numberText(total)} are shown.
      </Typography>
    )}
  </Box>
)

const dayText = (day: Date | string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-IN', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** What holds now and did not open in the days: a rule opens for it with its first look. */
const Standing = ({ data }: { data: Outcome }) => (
  <Stack spacing={1}>
    <Typography role="status" sx={{ fontWeight: 500 }}>
      {data.standing === 1 ? 'One subject stands' : `${numberText(data.standing)} subjects stand`} already: the rule
      opens for {data.standing === 1 ? 'it' : 'them'} at once.
    </Typography>
    <Subjects
      label="What stands already"
      all={data.stands.map(s => ({
        subject: s,
        text: (
          <>
            stands since <Time at={s.since} />
          </>
        ),
      }))}
      total={data.standing}
    />
  </Stack>
)

function Opened({ data }: { data: Outcome }) {
  const { opened, total } = data
  if (opened === null || total === null)
    return <Alert severity="info">It cannot be tried on the past, and opens from now on. {data.untold}</Alert>
  const days = data.partly ? 'in what is kept of the last 30 days' : 'in the last 30 days'
  if (opened === 0)
    return (
      <Typography role="status">
        {data.standing > 0 ? `Nothing new would have opened ${days}.` : `It would not have opened once ${days}.`}
      </Typography>
    )
  return (
    <Stack spacing={2}>
      <Typography role="status" sx={{ fontWeight: 500 }}>
        It would have opened {times(opened)} {days}, for {numberText(total)} {total === 1 ? 'subject' : 'subjects'}.
      </Typography>
      <ChartCard
        bare
        title="Openings by day"
        kind="area"
        x={data.days.map(d => d.day)}
        formatX={dayText}
        formatY={numberText}
        min={0}
        height={160}
        series={[{ id: 'opened', label: 'Opened', values: data.days.map(d => d.opened) }]}
        file="alert-trial"
      />
      <Subjects label="For what" all={data.subjects.map(s => ({ subject: s, text: times(s.opened) }))} total={total} />
    </Stack>
  )
}
const Answer = ({ data }: { data: Outcome }) => (
  <Stack spacing={2}>
    {data.partly && <Alert severity="info">{data.partly}</Alert>}
    <Opened data={data} />
    {data.standing > 0 && <Standing data={data} />}
  </Stack>
)

type Tried = {
  kind: string
  /** As the form has them: what is empty or no number has its default. */
  parameters: Readonly<Record<string, unknown>> | undefined
  chargers: readonly number[] | null | undefined
  sites: readonly number[] | null | undefined
  /** The team of the rule; the current one where it is new. */
  teamId?: number | undefined
}
export function AlertTrial({ kind, parameters = {}, chargers, sites, teamId }: Tried) {
  const session = useSession()
  const of = teamId ?? session.teamId
  const figures = Object.fromEntries(
    Object.entries(parameters).filter((p): p is [string, number] => typeof p[1] === 'number' && !Number.isNaN(p[1])),
  )
  const some = (all: readonly number[] | null | undefined) => (all && all.length > 0 ? [...all] : null)
  const body = { kind, parameters: figures, chargers: some(chargers), sites: some(sites) }
  const asked = JSON.stringify([of, body])
  const trial = useMutation({
    mutationFn: async () => {
      const { data } = await call(tryAlertRule, { params: { teamId: of }, body })
      return { data, asked }
    },
  })
  // An answer to other figures would mislead.
  const answer = trial.data?.asked === asked ? trial.data.data : undefined
  return (
    <Card component="section" aria-label="Trial" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Button variant="outlined" loading={trial.isPending} onClick={() => trial.mutate()}>
        Try on the last 30 days
      </Button>
      {(trial.error || answer) && (
        <Box sx={{ mt: 2 }}>
          {trial.error && <ErrorNotice error={trial.error} onRetry={() => trial.mutate()} />}
          {answer && <Answer data={answer} />}
        </Box>
      )}
    </Card>
  )
}
