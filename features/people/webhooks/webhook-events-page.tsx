// The events that webhooks may be told of, each with an example and its schema (HOOK-03).
import ExpandMore from '@mui/icons-material/ExpandMore'
import { Accordion, AccordionDetails, AccordionSummary, Box, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { CopyButton } from '#kit/copy-button.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { Page } from '#kit/page.tsx'
import { RawText } from '#kit/raw-text.tsx'
import { FormSkeleton } from '#kit/skeleton.tsx'
import { WEBHOOK_LIST } from './webhook.actions.ts'
import { listWebhookEvents } from './webhook.contract.ts'

const crumbs = [{ label: 'Webhooks', to: WEBHOOK_LIST }]

function Shown({ label, value }: { label: string; value: unknown }) {
  const text = JSON.stringify(value, null, 2)
  return (
    <Box sx={{ minWidth: 0 }}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="h3">{label}</Typography>
        <CopyButton text={text} label={label.toLowerCase()} />
      </Stack>
      <RawText label={label} maxHeight={420}>
        {text}
      </RawText>
    </Box>
  )
}

export function WebhookEventsPage() {
  const q = useQuery(query(listWebhookEvents, {}))
  const events = q.data?.data ?? []
  return (
    <Page
      title="Events of webhooks"
      crumbs={crumbs}
      subtitle="Each is sent as JSON by POST, with the headers webhook-id, webhook-timestamp and webhook-signature of Standard Webhooks. Amounts are in paise, moments in UTC. An id that came before is the same event sent again. An event that is sent again by hand may arrive behind newer ones about the same object: drop it where you have a higher sequence of that object."
    >
      {q.error && <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />}
      {q.isPending && <FormSkeleton fields={8} />}
      {[...Map.groupBy(events, e => e.group)].map(([group, of]) => (
        <Box component="section" aria-label={`Events: ${group}`} key={group}>
          <Typography variant="h2" sx={{ mb: 1 }}>
            {group}
          </Typography>
          {of.map(e => (
            <Accordion
              key={e.kind}
              variant="outlined"
              disableGutters
              slotProps={{ transition: { unmountOnExit: true } }}
            >
              <AccordionSummary expandIcon={<ExpandMore />} aria-controls={`${e.kind}-shown`} id={e.kind}>
                <Stack sx={{ minWidth: 0 }}>
                  <Typography component="span" sx={{ fontFamily: 'monospace' }}>
                    {e.kind}
                  </Typography>
                  <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
                    {e.text}
                  </Typography>
                </Stack>
              </AccordionSummary>
              <AccordionDetails>
                <Box
                  sx={{
                    display: 'grid',
                    gap: 2,
                    gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
                  }}
                >
                  <Shown label="Example" value={e.example} />
                  <Shown label="Schema" value={e.schema} />
                </Box>
              </AccordionDetails>
            </Accordion>
          ))}
        </Box>
      ))}
    </Page>
  )
}
