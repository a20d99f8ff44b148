// The audit log of a record: user, time, address and changes. Only users with all rights on Team see it
// (D-GEN-15).
import { Box, Button, Card, Stack, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Feature } from '@wattdesk/base/access'
import { keyOf, query } from '@wattdesk/wire/call'
import { useState } from 'react'
import { ErrorNotice } from '#kit/error.tsx'
import { useLive } from '#kit/live.ts'
import { useAccess } from '#kit/session.ts'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { Time } from '#kit/time.tsx'
import { type AuditEntry, type HistoryPart, listRecordAudit } from './audit.contract.ts'
import type { AuditedFields } from './audited-field.words.ts'
import { actionText, changesOf } from './change-words.parts.ts'

/** The fields of an entry with what they were and what they became, in people's words. */
export function Changes({ entry, fields }: { entry: AuditEntry; fields?: AuditedFields | undefined }) {
  const changes = changesOf(entry, fields)
  if (changes.length === 0) return null
  const isOneSided = !entry.before || !entry.after
  return (
    <Box component="dl" sx={{ m: 0, mt: 0.5, display: 'grid', gap: 0.25 }}>
      {changes.map(({ label, before, after }) => (
        <Stack key={label} direction="row" useFlexGap sx={{ gap: 0.75, flexWrap: 'wrap', fontSize: '0.8125rem' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {isOneSided ? (
              (after ?? before)
            ) : (
              <>
                {before !== null && (
                  <>
                    <Box component="s" sx={{ color: 'text.secondary' }}>
                      {before}
                    </Box>{' '}
                  </>
                )}
                {after ?? 'removed'}
              </>
            )}
          </Box>
        </Stack>
      ))}
    </Box>
  )
}

/** The record and part of a history, from its key in the cache. */
const recordOf = (asked: unknown) => {
  const { params, query: q } = (asked ?? {}) as { params?: unknown; query?: { part?: HistoryPart } }
  return [params, q?.part]
}

type HistoryProps = {
  feature: Feature
  recordId: string | number
  /** The part of a team whose history is shown. */
  part?: HistoryPart
  /** The declared fields of the record, for labels, units and words. */
  fields?: AuditedFields
}
/** A company and its own team are one record, its finance a part of it. */
const OF_TEAM: readonly string[] = ['Team', 'Company', 'Finance']

/** The card below a record's page; nothing at all for whoever does not hold Team in full (D-GEN-16). */
export function History({ feature, recordId, part, fields }: HistoryProps) {
  const isOffered = useAccess('Team').may('FA')
  const [page, setPage] = useState(1)
  const params = { feature, recordId: String(recordId) }
  const record = JSON.stringify([params, part])
  const found = useQuery({
    ...query(listRecordAudit, { params, query: { page, ...(part && { part }) } }),
    enabled: isOffered,
    // Another page of the same record; of another record nothing may stand in.
    placeholderData: (old, before) => (JSON.stringify(recordOf(before?.queryKey[2])) === record ? old : undefined),
  })
  const cache = useQueryClient()
  // Somebody else's change of the record, also the one that a refused save is compared with.
  useLive('record', events => {
    const isOurs = (f: string) => f === feature || (OF_TEAM.includes(f) && OF_TEAM.includes(feature))
    if (isOffered && events.some(e => isOurs(e.feature) && e.recordId === String(recordId)))
      void cache.invalidateQueries({ queryKey: keyOf(listRecordAudit) })
  })
  if (!isOffered) return null
  const { data = [], total = 0 } = found.data ?? {}
  return (
    <Card component="section" aria-label="History" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        History
      </Typography>
      {found.error ? (
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
      ) : !found.data ? (
        <RowsSkeleton rows={2} />
      ) : data.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>No changes yet</Typography>
      ) : (
        <Stack
          component="ol"
          aria-busy={found.isPlaceholderData}
          sx={{ m: 0, p: 0, listStyle: 'none', gap: 1.5, opacity: found.isPlaceholderData ? 0.55 : 1 }}
        >
          {data.map(e => (
            <Box component="li" key={e.id}>
              <Typography variant="body2">
                <b>{e.username}</b> · {actionText(e.action)} · <Time at={e.at} />
                {e.ip && (
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    {' '}
                    from {e.ip}
                  </Box>
                )}
              </Typography>
              <Changes entry={e} fields={fields} />
            </Box>
          ))}
        </Stack>
      )}
      {total > 20 && (
        <Stack direction="row" sx={{ gap: 1, mt: 1.5 }}>
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Button size="small" disabled={page * 20 >= total} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </Stack>
      )}
    </Card>
  )
}
