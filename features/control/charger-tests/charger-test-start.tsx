// Where a test of a charger begins: its form, and the tests of the last day.
import { Box, Link } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { call, query } from '@wattdesk/wire/call'
import { Link as RouterLink } from 'react-router'
import type { z } from 'zod'
import { Form, useRecordForm } from '#kit/form.tsx'
import { useSession } from '#kit/session.ts'
import { ShortList, ShortRow } from '#kit/short-list.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { RelativeTime } from '#kit/time.tsx'
import { testPath } from './charger-test.actions.ts'
import { createChargerTest, listChargerTests } from './charger-test.contract.ts'
import { KEPT_HOURS, MOST_LISTED, TEST_MINUTES } from './charger-test.words.ts'
import { ChargerTestBody } from './charger-test-body.contract.ts'

type Values = z.input<typeof ChargerTestBody>
export type Begun = { id: number; name: string; password: string | null }

const PROFILES = [
  { value: 0, label: 'Without a password (security profile 0)' },
  { value: 1, label: 'With a password (security profile 1, or 2 with TLS)' },
]

export function ChargerTestStart({ onBegun }: { onBegun: (begun: Begun) => void }) {
  const { teamId } = useSession()
  const form = useRecordForm<Values, ChargerTestBody, Awaited<ReturnType<typeof begin>>>({
    schema: ChargerTestBody as unknown as z.ZodType<ChargerTestBody, Values>,
    values: { name: '', security_profile: 0 },
    save: body => begin(teamId, body),
    refreshes: [listChargerTests],
    onSaved: ({ data, password }) => onBegun({ id: data.charger_test_id, name: data.name, password }),
    guard: false,
  })
  const { Text, Select } = form.fields
  return (
    <>
      <Form
        in="card"
        form={form}
        label="Begin a test"
        title="Begin a test"
        help={`You get an address for ${TEST_MINUTES} minutes. A charger that is pointed at it is answered as by the portal, but stays apart from the network: no charge point, session or alert comes of it.`}
        submit="Begin test"
        submitting="Beginning..."
      >
        <Text
          name="name"
          label="What is tested"
          required
          placeholder="Maker, model, serial number"
          autoComplete="off"
        />
        <Select name="security_profile" label="Password" required options={PROFILES} />
      </Form>
      <Tests teamId={teamId} />
    </>
  )
}
const begin = (teamId: number, body: ChargerTestBody) => call(createChargerTest, { params: { teamId }, body })

function Tests({ teamId }: { teamId: number }) {
  const source = useQuery({ ...query(listChargerTests, { params: { teamId } }), enabled: teamId !== 0 })
  return (
    <ShortList
      title="Tests of the last day"
      help={`A test is deleted ${KEPT_HOURS} hours after it began. Download its report to keep it. The newest ${MOST_LISTED} are shown.`}
      source={source}
      none="No charger was tested yet."
      row={t => (
        <ShortRow
          key={t.charger_test_id}
          columns={{ xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 2fr) auto minmax(0, 1fr) auto' }}
        >
          <Link component={RouterLink} to={testPath(t.charger_test_id)} sx={{ overflowWrap: 'anywhere' }}>
            {t.name}
          </Link>
          <ToneChip tone={t.isOpen ? 'active' : 'neutral'} label={t.isOpen ? 'Open' : 'Ended'} />
          <span>{t.createdBy}</span>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            <RelativeTime at={t.createdAt} />
          </Box>
        </ShortRow>
      )}
    />
  )
}
