// One message in full: its purpose, its text over several lines beside its request or answer, and the fields of both
// with type, meaning and unit.
import { Box, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { ErrorNotice } from '#kit/error.tsx'
import { RawText } from '#kit/raw-text.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { getExchange } from './charger-log.contract.ts'
import { frameId, type LogRow, pretty } from './charger-log.rules.ts'
import { Direction, logTime } from './log-list.tsx'
import { explained, type FieldLine, frameOf, type MessageStanding, partnerOf } from './message.rules.ts'

/** For so long an answer may still be on its way. */
const RECENT_MS = 60_000
const AGAIN_MS = 2000

export type LogMessageProps = {
  teamId: number
  chargepointId: string
  row: LogRow
  /** Rows that are loaded already: the other half of the exchange may be among them. */
  near: readonly LogRow[]
}
export function LogMessage({ teamId, chargepointId, row, near }: LogMessageProps) {
  const frame = frameOf(row.message)
  const id = frame && frameId(row.message)
  const known = partnerOf(row, near)
  const isRecent = Date.now() - Date.parse(row.messageTime) < RECENT_MS
  const exchange = useQuery({
    ...query(getExchange, {
      params: { teamId, chargepointId },
      query: { at: row.messageTime, messageId: id ?? '-' },
    }),
    enabled: id !== undefined && id.length <= 300 && !known,
    refetchInterval: q => (isRecent && !partnerOf(row, q.state.data?.data ?? []) ? AGAIN_MS : false),
  })
  const partner = known ?? partnerOf(row, exchange.data?.data ?? [])
  const isRequest = frame?.kind === 'request'
  const [request, answer] = isRequest ? [row, partner] : [partner, row]
  if (!frame)
    return (
      <Stack spacing={2}>
        <Head row={row} about="This text is no OCPP message." />
        <RawText label="Message" maxHeight="50vh">
          {pretty(row.message)}
        </RawText>
      </Stack>
    )
  const about = explained(row.message, request?.message)?.about ?? ''
  const missing = exchange.error ? (
    <ErrorNotice error={exchange.error} onRetry={() => void exchange.refetch()} />
  ) : (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {exchange.isPending
        ? isRequest
          ? 'Looking for the answer'
          : 'Looking for the request'
        : isRequest
          ? isRecent
            ? 'No answer yet'
            : 'No answer within 5 minutes'
          : 'Its request is not in the log'}
    </Typography>
  )
  const half = (label: string, of: LogRow | undefined) => (
    <Box component="section" aria-label={label} sx={{ minWidth: 0 }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', mb: 1 }}>
        <Typography variant="subtitle2" component="h3">
          {label}
        </Typography>
        {of && <Direction type={of.messageType} />}
        {of && (
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {logTime(of.messageTime)}
          </Typography>
        )}
      </Stack>
      {of ? (
        <RawText label={of === row ? 'Message' : label} maxHeight={320}>
          {pretty(of.message)}
        </RawText>
      ) : (
        missing
      )}
    </Box>
  )
  const answerName = frameOf(answer?.message ?? '')?.kind === 'error' ? 'Error' : 'Answer'
  return (
    <Stack spacing={2.5}>
      <Typography>
        {about}
        {request && answer && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {' '}
            Answered after {(Date.parse(answer.messageTime) - Date.parse(request.messageTime)).toLocaleString('en-IN')}{' '}
            ms.
          </Box>
        )}
      </Typography>
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } }}
      >
        {half('Request', request)}
        {half(answerName, answer)}
      </Box>
      {request && <Fields label="Fields of the request" lines={explained(request.message)?.fields} />}
      {answer && (
        <Fields
          label={`Fields of the ${answerName.toLowerCase()}`}
          lines={explained(answer.message, request?.message)?.fields}
        />
      )}
    </Stack>
  )
}

const Head = ({ row, about }: { row: LogRow; about: string }) => (
  <Stack direction="row" useFlexGap sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
    <Direction type={row.messageType} />
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {logTime(row.messageTime)}
    </Typography>
    <Typography variant="body2">{about}</Typography>
  </Stack>
)

const MARKS: Readonly<Record<Exclude<MessageStanding, 'known'>, string>> = {
  unknown: 'Unknown field',
  missing: 'Missing',
  unfit: 'Not as in OCPP 1.6',
}

/** Field, value, meaning: three columns, one below the other on a phone. */
function Fields({ label, lines = [] }: { label: string; lines: readonly FieldLine[] | undefined }) {
  const cell = { display: { xs: 'block', sm: 'table-cell' }, verticalAlign: 'top', p: { xs: 0, sm: '8px 12px 8px 0' } }
  return (
    <Box component="section" aria-label={label}>
      <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
        {label}
      </Typography>
      {lines.length === 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          It has no fields.
        </Typography>
      ) : (
        <Box
          component="table"
          sx={{ width: '100%', borderCollapse: 'collapse', fontSize: '0.8125rem', textAlign: 'left' }}
        >
          <Box component="thead" sx={{ display: { xs: 'none', sm: 'table-header-group' }, color: 'text.secondary' }}>
            <tr>
              {['Field', 'Value', 'Meaning'].map(t => (
                <Box key={t} component="th" scope="col" sx={{ fontWeight: 550, fontSize: '0.75rem', p: 0, pb: 0.5 }}>
                  {t}
                </Box>
              ))}
            </tr>
          </Box>
          <Box component="tbody" sx={{ display: { xs: 'block', sm: 'table-row-group' } }}>
            {lines.map(l => (
              <Box
                key={l.key}
                component="tr"
                sx={{
                  display: { xs: 'block', sm: 'table-row' },
                  borderTop: 1,
                  borderColor: 'divider',
                  py: { xs: 1, sm: 0 },
                }}
              >
                <Box component="th" scope="row" sx={{ ...cell, fontWeight: 550, width: { sm: '27%' } }}>
                  <Box component="span" sx={{ pl: l.depth * 1.5, overflowWrap: 'anywhere', display: 'block' }}>
                    {l.name}
                  </Box>
                </Box>
                <Box
                  component="td"
                  sx={{ ...cell, width: { sm: '28%' }, overflowWrap: 'anywhere', pl: { xs: l.depth * 1.5, sm: 0 } }}
                >
                  {l.standing === 'missing' ? '–' : l.value}
                  {l.unit && l.value !== '' ? ` ${l.unit}` : ''}
                </Box>
                <Box component="td" sx={{ ...cell, pl: { xs: l.depth * 1.5, sm: 0 } }}>
                  {l.standing !== 'known' && (
                    <Box component="span" sx={{ mr: 1 }}>
                      <ToneChip tone={l.standing === 'unknown' ? 'neutral' : 'warning'} label={MARKS[l.standing]} />
                    </Box>
                  )}
                  {l.meaning}
                  {l.type && (
                    <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: '0.75rem' }}>
                      {l.type}
                    </Box>
                  )}
                </Box>
              </Box>
            ))}
          </Box>
        </Box>
      )}
    </Box>
  )
}
