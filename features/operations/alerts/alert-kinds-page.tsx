// The catalogue of alerts: of each kind when it opens, when it closes by itself, and the next step (ALERT-01).
import { Box, Card, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { ErrorNotice } from '#kit/error.tsx'
import { Page } from '#kit/page.tsx'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { LIST } from './alert.actions.ts'
import { SeverityChip } from './alert-chips.parts.tsx'
import { KindSays } from './alert-kind-says.tsx'
import { KIND_LIST, RULE_LIST } from './alert-rule.actions.ts'
import { type AlertKindShown, listAlertKinds } from './alert-rule.contract.ts'

const groupsOf = (kinds: readonly AlertKindShown[]): [string, AlertKindShown[]][] => [
  ...Map.groupBy(kinds, k => k.group),
]

function Kind({ kind: k }: { kind: AlertKindShown }) {
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', mb: 0.5, flexWrap: 'wrap' }}>
        <Typography variant="h3" component="h3">
          {k.title}
        </Typography>
        <SeverityChip severity={k.severity} />
      </Stack>
      <KindSays kind={k} />
    </Box>
  )
}

export function AlertKindsPage() {
  const asked = useQuery(query(listAlertKinds, {}))
  const kinds = asked.data?.data
  return (
    <Page
      title="Kinds of alerts"
      crumbs={[
        { label: 'Alerts', to: LIST },
        { label: 'Rules', to: RULE_LIST },
        { label: 'Kinds of alerts', to: KIND_LIST },
      ]}
      subtitle="A rule is of one kind and sets its figures. An alert also closes when its rule is switched off, or by hand."
    >
      {asked.error && !kinds && <ErrorNotice error={asked.error} onRetry={() => void asked.refetch()} />}
      {!kinds && !asked.error && <BlockSkeleton height={480} />}
      <Stack spacing={{ xs: 2, sm: 3 }}>
        {groupsOf(kinds ?? []).map(([group, of]) => (
          <Card key={group} component="section" aria-label={`Kinds of ${group}`} sx={{ px: { xs: 2, sm: 2.5 }, py: 2 }}>
            <Typography variant="h2" sx={{ mb: 1 }}>
              {group}
            </Typography>
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {of.map(k => (
                <Kind key={k.kind} kind={k} />
              ))}
            </Box>
          </Card>
        ))}
      </Stack>
    </Page>
  )
}
