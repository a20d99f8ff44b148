// The checklist of a test of a charger: each row with its state, what came, what was expected and what to set.
import { Box, Button, Card, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { RawText } from '#kit/raw-text.tsx'
import { type StatusTone, ToneChip } from '#kit/status-chip.tsx'
import type { TestCheck } from './charger-test.contract.ts'
import { type CheckGroup, type CheckState, GROUPS } from './charger-test.words.ts'

const STATE: Record<CheckState, { tone: StatusTone; label: string }> = {
  passed: { tone: 'success', label: 'Passed' },
  missing: { tone: 'warning', label: 'Missing' },
  wrong: { tone: 'fault', label: 'Wrong' },
  'not tried': { tone: 'neutral', label: 'Not tried' },
}

/** `4 passed, 1 wrong, 18 not tried` */
export function summaryOf(checks: readonly TestCheck[]): string {
  const counts = (Object.keys(STATE) as CheckState[]).map(s => [checks.filter(c => c.state === s).length, s] as const)
  return counts
    .filter(([n]) => n > 0)
    .map(([n, s]) => `${n} ${s}`)
    .join(', ')
}

export const ChargerTestChecks = ({ checks }: { checks: readonly TestCheck[] }) => (
  <>
    {GROUPS.map(group => (
      <Group key={group} group={group} checks={checks.filter(c => c.group === group)} />
    ))}
  </>
)

const Group = ({ group, checks }: { group: CheckGroup; checks: readonly TestCheck[] }) => (
  <Card component="section" aria-label={group} sx={{ p: { xs: 2, sm: 2.5 } }}>
    <Typography variant="h2" sx={{ mb: 1 }}>
      {group}
    </Typography>
    <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {checks.map(c => (
        <Row key={c.id} check={c} />
      ))}
    </Stack>
  </Card>
)

function Row({ check: c }: { check: TestCheck }) {
  const [isOpen, setOpen] = useState(false)
  const { line } = c
  return (
    <Box
      component="li"
      data-check={c.id}
      sx={{
        display: 'grid',
        columnGap: 2,
        rowGap: 0.5,
        py: 1.25,
        borderTop: 1,
        borderColor: 'divider',
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: '104px minmax(0, 220px) minmax(0, 1fr) auto' },
        alignItems: 'start',
      }}
    >
      <Box sx={{ order: { xs: 2, md: 0 } }}>
        <ToneChip {...STATE[c.state]} />
      </Box>
      <Typography sx={{ fontWeight: 550, order: 1 }}>{c.title}</Typography>
      <Box sx={{ order: 3, gridColumn: { xs: '1 / -1', md: 'auto' }, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography>{c.came}</Typography>
        {c.state !== 'passed' && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            Expected: {c.expected}
          </Typography>
        )}
        {c.mend !== null && (
          <Typography variant="body2" sx={{ mt: 0.5 }}>
            <strong>To mend:</strong> {c.mend}
          </Typography>
        )}
      </Box>
      {line && (
        <Button
          size="small"
          color="inherit"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Hide' : 'Show'} the frame of ${c.title}`}
          onClick={() => setOpen(!isOpen)}
          sx={{ order: 4, justifySelf: 'start' }}
        >
          {isOpen ? 'Hide frame' : 'Frame'}
        </Button>
      )}
      {line && isOpen && (
        <Box sx={{ order: 5, gridColumn: '1 / -1' }}>
          <RawText label={`Frame of ${c.title}`} maxHeight={240}>
            {line.message}
          </RawText>
        </Box>
      )}
    </Box>
  )
}
