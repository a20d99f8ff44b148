// A test of a charger while it runs, and afterwards: its address, the checklist, the questions, and what was said.
import { Alert, Box, Card, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CallError, query } from '@wattdesk/wire/call'
import { ActionButton } from '#kit/actions.tsx'
import { CopyButton } from '#kit/copy-button.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { Gone } from '#kit/gone.tsx'
import { Page } from '#kit/page.tsx'
import { useSession } from '#kit/session.ts'
import { FormSkeleton } from '#kit/skeleton.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { Clock, timeText } from '#kit/time.tsx'
import { addressOf, askHarmless, askOne, endTest, saveReport, TEST_PATH } from './charger-test.actions.ts'
import { type ChargerTestResult, getChargerTest, type TestLine } from './charger-test.contract.ts'
import { QUESTIONS, SHOWN_LINES } from './charger-test.words.ts'
import { ChargerTestChecks, summaryOf } from './charger-test-checks.tsx'

const POLL_MS = 2000
/** Of a longer message only the beginning is shown. */
const SHOWN_CHARACTERS = 2000
const crumbs = (name: string) => [
  { label: 'Charge Points', to: '/charger' },
  { label: 'Test a charger', to: TEST_PATH },
  { label: name },
]

export function ChargerTestView({ id }: { id: number }) {
  const { teamId } = useSession()
  const q = useQuery({
    ...query(getChargerTest, { params: { teamId, testId: id } }),
    enabled: teamId !== 0,
    refetchInterval: ({ state }) => (state.data?.data.isOpen === false ? false : POLL_MS),
  })
  if (q.error instanceof CallError && q.error.status === 404) return <Gone text="Test not found" to={TEST_PATH} />
  if (!q.data)
    return (
      <Page title="Test of a charger" crumbs={crumbs(String(id))}>
        {q.error ? <ErrorNotice error={q.error} onRetry={() => void q.refetch()} /> : <FormSkeleton fields={6} />}
      </Page>
    )
  const { data: test, lines } = q.data
  return (
    <Page
      title={test.name}
      crumbs={crumbs(test.name)}
      subtitle={summaryOf(test.checks)}
      actions={[endTest(test)]}
      primary={saveReport(test)}
    >
      {q.error && <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />}
      <Place test={test} />
      {test.isOpen && <Questions test={test} />}
      <ChargerTestChecks checks={test.checks} />
      <Lines lines={lines} />
    </Page>
  )
}

function standingOf(t: ChargerTestResult) {
  if (!t.isOpen) return { tone: 'neutral', label: 'Test ended' } as const
  return t.isConnected
    ? ({ tone: 'success', label: 'Connected' } as const)
    : ({ tone: 'offline', label: 'Not connected' } as const)
}

function Place({ test: t }: { test: ChargerTestResult }) {
  const address = addressOf(t)
  return (
    <Card component="section" aria-label="Address" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Stack spacing={2}>
        {t.isOpen ? (
          <>
            <Box>
              <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                Address of the central system, to be entered in the charger
              </Typography>
              <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
                <Typography component="code" sx={{ overflowWrap: 'anywhere', fontFamily: 'monospace' }}>
                  {address}
                </Typography>
                <CopyButton text={address} label="the address" />
              </Stack>
            </Box>
            <Typography sx={{ color: 'text.secondary', maxWidth: '72ch' }}>
              A charger that appends its identity may do so.{' '}
              {t.security_profile === 1 && 'The user name is the identity. '}
              The address ends at {timeText(t.endsAt)}. What is found appears below by itself.
            </Typography>
          </>
        ) : (
          <Alert severity="info">The test has ended: its address is refused. Begin another to go on.</Alert>
        )}
        <DetailList
          items={[
            { label: 'State', value: <ToneChip {...standingOf(t)} /> },
            { label: 'Protocol', value: t.protocol },
            { label: 'Identity', value: t.identity },
            { label: 'Charger', value: t.vendor && `${t.vendor} ${t.model}` },
            { label: 'Firmware', value: t.firmware },
            { label: 'Password', value: t.security_profile === 1 ? 'Asked for' : 'None' },
          ]}
        />
      </Stack>
    </Card>
  )
}

function Questions({ test: t }: { test: ChargerTestResult }) {
  const asking = QUESTIONS.find(q => q.id === t.asking)
  return (
    <Card component="section" aria-label="The central system asks" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h2" sx={{ mb: 0.25 }}>
        The central system asks
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 2, maxWidth: '72ch' }}>
        {asking
          ? `${asking.label}: the charger is being asked.`
          : 'The answers stand in the checklist below. Whoever presses a question that moves something stands at the charger.'}
      </Typography>
      <Box sx={{ mb: 2 }}>
        <ActionButton action={askHarmless(t)} target={undefined} />
      </Box>
      <Box
        component="ul"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
        }}
      >
        {QUESTIONS.map(q => (
          <Box component="li" key={q.id}>
            <ActionButton action={askOne(t, q)} target={undefined} size="small" />
            <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
              {q.help}
            </Typography>
          </Box>
        ))}
      </Box>
    </Card>
  )
}

const WAY: Record<TestLine['kind'], string> = { in: 'Charger', out: 'Portal', note: 'Note' }
const Lines = ({ lines }: { lines: readonly TestLine[] }) => (
  <Card component="section" aria-label="Messages of the test" sx={{ p: { xs: 2, sm: 2.5 } }}>
    <Typography variant="h2" sx={{ mb: 1 }}>
      What was said, newest first
    </Typography>
    {lines.length === SHOWN_LINES && (
      <Typography sx={{ color: 'text.secondary', mb: 1 }}>
        The newest {SHOWN_LINES} messages are shown. The report has all of them.
      </Typography>
    )}
    {lines.length === 0 && (
      <Typography sx={{ color: 'text.secondary' }}>Nothing yet. The charger has not connected.</Typography>
    )}
    <Box
      component="ul"
      tabIndex={0}
      aria-label="What was said"
      sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 480, overflow: 'auto' }}
    >
      {lines.toReversed().map(l => (
        <Box
          component="li"
          key={l.line_id}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '90px 70px minmax(0, 1fr)' },
            columnGap: 2,
            py: 0.75,
            borderTop: 1,
            borderColor: 'divider',
            fontSize: '0.8125rem',
          }}
        >
          <Clock at={l.at} />
          <span>{WAY[l.kind]}</span>
          <Box
            component="span"
            sx={{ overflowWrap: 'anywhere', ...(l.kind !== 'note' && { fontFamily: 'monospace' }) }}
          >
            {l.message.length > SHOWN_CHARACTERS
              ? `${l.message.slice(0, SHOWN_CHARACTERS)}… (the report has the rest)`
              : l.message}
          </Box>
        </Box>
      ))}
    </Box>
  </Card>
)
