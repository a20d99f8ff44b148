// The dated settings of the papers for the tax office, by group: what holds today, what will hold, and what held before.
import { Alert, Box, Button, Card, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { dayOf, formatDate } from '@wattdesk/base/time'
import { query } from '@wattdesk/wire/call'
import { useState } from 'react'
import { ErrorNotice } from '#kit/error.tsx'
import { useSession } from '#kit/session.ts'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { listTaxSettings, type TaxSetting, type TaxSettingEntry } from './tax-setting.contract.ts'
import { valueText, WHOSE } from './tax-setting.words.ts'
import { TaxSettingDialog } from './tax-setting-dialog.tsx'

const dayText = (day: string) => formatDate(new Date(`${day}T00:00:00Z`), 'UTC')

export function TaxSettings() {
  const { teamId } = useSession()
  const q = useQuery({ ...query(listTaxSettings, { params: { teamId } }), enabled: teamId !== 0 })
  const [changing, change] = useState<TaxSetting>()
  const all = q.data?.data ?? []
  const groups = [...new Set(all.map(s => s.group))]
  return (
    <Stack spacing={2}>
      <Alert severity="info">
        Your accountant decides which of these papers you need, and what they say. Nothing changes until somebody sets a
        value; a value holds from its day and leaves what was written before as it is.
      </Alert>
      {q.error && !q.data && <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />}
      {q.isPending && <RowsSkeleton rows={6} />}
      {groups.map(group => (
        <Card key={group} component="section" aria-label={group} sx={{ p: { xs: 2, sm: 2.5 } }}>
          <Typography variant="h2" sx={{ mb: 1 }}>
            {group}
          </Typography>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {all
              .filter(s => s.group === group)
              .map(s => (
                <SettingRow key={s.name} setting={s} onChange={() => change(s)} />
              ))}
          </Box>
        </Card>
      ))}
      {changing && <TaxSettingDialog setting={changing} onClose={() => change(undefined)} />}
    </Stack>
  )
}

function SettingRow({ setting: s, onChange }: { setting: TaxSetting; onChange: () => void }) {
  const [isOpen, open] = useState(false)
  const id = `history-${s.name}`
  const { user } = useSession()
  const next = nextOf(s, dayOf(new Date(), user.businessZone))
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gap: 1,
        alignItems: 'center',
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
        gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) 160px 200px' },
      }}
    >
      <div>
        <Typography sx={{ fontWeight: 550 }}>{s.label}</Typography>
        <Typography sx={{ color: 'text.secondary', maxWidth: '72ch' }}>{s.help}</Typography>
        {s.notice && (
          <Alert severity="warning" sx={{ mt: 1 }}>
            {s.notice}
          </Alert>
        )}
      </div>
      <Box>
        {s.kind === 'switch' ? (
          <ToneChip tone={s.value === true ? 'success' : 'neutral'} label={valueText(s, s.value)} />
        ) : (
          <Typography sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>{valueText(s, s.value)}</Typography>
        )}
        {next && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {`${valueText(s, next.value)} from ${dayText(next.since)}`}
          </Typography>
        )}
      </Box>
      <Stack direction="row" sx={{ gap: 1, justifyContent: { sm: 'flex-end' } }}>
        <Button size="small" color="inherit" aria-expanded={isOpen} aria-controls={id} onClick={() => open(!isOpen)}>
          By date
        </Button>
        {s.mayChange && (
          <Button size="small" aria-label={`Change: ${s.label}`} onClick={onChange}>
            Change
          </Button>
        )}
      </Stack>
      {isOpen && (
        <Box id={id} component="ul" sx={{ gridColumn: '1 / -1', m: 0, pl: 2.5 }}>
          {s.entries.map(e => (
            <li key={`${e.whose} ${e.settingId} ${e.since}`}>
              <Typography>{entryText(s, e)}</Typography>
            </li>
          ))}
          {s.mayChange || (
            <Typography component="li" sx={{ color: 'text.secondary' }}>
              {s.whose === 'installation'
                ? 'The platform sets this for the whole installation.'
                : 'This is set on the company’s own team, by people who may change its finance.'}
            </Typography>
          )}
        </Box>
      )}
    </Box>
  )
}
/** The value that follows today's one. A company that has set a value of its own follows its own values alone. */
function nextOf({ entries }: TaxSetting, today: string): TaxSettingEntry | undefined {
  const own = entries.filter(e => e.whose === 'company')
  const counting = own.some(e => e.since <= today) ? own : entries
  return counting.filter(e => e.since > today).toSorted((a, b) => (a.since < b.since ? -1 : 1))[0]
}
const entryText = (s: TaxSetting, e: TaxSettingEntry): string =>
  `From ${dayText(e.since)}: ${valueText(s, e.value)} (${WHOSE[e.whose]}${
    e.setAt === null ? '' : `, set on ${formatDate(new Date(e.setAt))}${e.setBy ? ` by ${e.setBy}` : ''}`
  })`
