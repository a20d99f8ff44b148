// The charger's report about itself, and how it signs in: security profile, serial number entered by hand, and its key,
// which is shown once when it is made (D-OCPP-9).
import VpnKey from '@mui/icons-material/VpnKeyOutlined'
import { Box, Stack, Typography } from '@mui/material'
import { call } from '@wattdesk/wire/call'
import { Suspense, useState } from 'react'
import { protocolWords } from '#fleet/stations/protocol.words.ts'
import { type Action, ActionButton } from '#kit/actions.tsx'
import { type Detail, DetailList } from '#kit/detail-list.tsx'
import { type RecordForm, Section } from '#kit/form.tsx'
import { later } from '#kit/later.ts'
import { useAccess } from '#kit/session.ts'
import { RelativeTime } from '#kit/time.tsx'
import { type Charger, getCharger } from './charger.contract.ts'
import { rotateChargerKey } from './charger-change.contract.ts'
import { SECURITY_PROFILES, type Values } from './charger-form.rules.ts'

const ChargerSheetButton = later(() => import('./charger-sheet.tsx').then(m => ({ default: m.ChargerSheetButton })))
const ChargerKeyDialog = later(() => import('./charger-key-dialog.tsx'))

const hardware = (c: Charger): Detail[] => [
  { label: 'Vendor', value: c.chargePointVendor },
  { label: 'Model', value: c.chargePointModel },
  { label: 'Charge Point Serial Number', value: c.chargePointSerialNumber },
  {
    label: 'Serial Number told at boot',
    value: c.bootSerialNumber,
    hidden: c.bootSerialNumber === c.chargePointSerialNumber,
  },
  { label: 'Charge Box Serial Number', value: c.chargeBoxSerialNumber },
  { label: 'Firmware', value: c.fwVersion },
  {
    label: 'Firmware update',
    value: c.fwUpdateStatus && (
      <>
        {c.fwUpdateStatus} · <RelativeTime at={c.fwUpdateTimestamp} />
      </>
    ),
  },
  {
    label: 'Diagnostics',
    value: c.diagnosticsStatus && (
      <>
        {c.diagnosticsStatus} · <RelativeTime at={c.diagnosticsTimestamp} />
      </>
    ),
  },
  { label: 'Meter', value: [c.meterType, c.meterSerialNumber].filter(Boolean).join(' ') },
  { label: 'SIM', value: [c.iccid, c.imsi].filter(Boolean).join(' / ') },
  { label: 'Protocol', value: c.ocppProtocol && protocolWords(c.ocppProtocol) },
  { label: 'Network address', value: c.endpointAddress },
]

/** The stored profile, or the installation's where none is stored. Lowering it needs full access. */
function SecurityProfile({ form, stored }: { form: RecordForm<Values>; stored: number | null }) {
  const { Select } = form.fields
  const { may } = useAccess('ChargerPoint')
  const lowest = may('FA') ? 0 : (stored ?? 0)
  return (
    <Select
      name="security_profile"
      label="Security Profile"
      none={{ label: 'The lowest that this server accepts', disabled: lowest > 0 }}
      options={SECURITY_PROFILES.map((label, value) => ({ value, label, disabled: value < lowest }))}
      help={
        lowest > 0 && !form.readOnly
          ? 'Lowering it needs full access to charge points.'
          : 'The charge point must connect with this profile or a higher one, else it is turned away.'
      }
    />
  )
}

type Shown = { authorizationKey: string; told: string }
function rotation(charger: Charger, show: (key: Shown) => void, follow: (taskId: string) => void): Action {
  const { chargepoint_id, connection } = charger
  return {
    id: 'rotate-key',
    label: charger.hasKey ? 'Rotate key' : 'Make a key',
    icon: VpnKey,
    right: 'ChargerPoint.update',
    confirm: () => ({
      title: `Key of ${chargepoint_id}`,
      text: connection.usable
        ? 'A new key is made and sent to the charge point. Once the charge point has taken it, the old key opens no more.'
        : 'A new key is made, and the old one opens no more. The charge point is not connected: it cannot connect by a key until the new one has been typed into it.',
      yes: charger.hasKey ? 'Rotate key' : 'Make a key',
      danger: charger.hasKey,
    }),
    run: async (_, { teamId }) => {
      const { data, message } = await call(rotateChargerKey, {
        params: { teamId, id: String(charger.chargepoint_pk) },
      })
      show({ authorizationKey: data.authorizationKey, told: message })
      if (data.taskId) follow(data.taskId)
    },
    refreshes: [getCharger],
  }
}

type Props = {
  form: RecordForm<Values>
  charger: Charger | undefined
  onKeySent: ((taskId: string) => void) | undefined
}
export function ChargerAdditional({ form, charger, onKeySent }: Props) {
  const { Text } = form.fields
  const [shown, setShown] = useState<Shown>()
  const rotate = charger && rotation(charger, setShown, taskId => onKeySent?.(taskId))
  return (
    <Section
      title="Additional Information"
      {...(!charger?.connection.firstBootAt && {
        help: 'Vendor, model and firmware appear here once the charge point has connected and started for the first time.',
      })}
    >
      <SecurityProfile form={form} stored={charger?.security_profile ?? null} />
      <Text
        name="chargePointSerialNumber"
        label="Charge Point Serial Number"
        help={
          charger?.bootSerialNumber
            ? `Entered by hand; the charge point told ${charger.bootSerialNumber}.`
            : 'Entered by hand; a certificate may name it.'
        }
      />
      {charger && (
        <Stack direction="row" useFlexGap sx={{ gridColumn: '1 / -1', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography sx={{ color: 'text.secondary' }}>
            {charger.hasKey ? 'A key is stored. Nobody can read it again.' : 'No key is stored.'}
          </Typography>
          {!form.readOnly && rotate && <ActionButton action={rotate} target={undefined} size="small" />}
          {!form.readOnly && (
            <Suspense>
              <ChargerSheetButton charger={charger} />
            </Suspense>
          )}
        </Stack>
      )}
      {charger && (
        <Box sx={{ gridColumn: '1 / -1', pt: 1 }}>
          <DetailList items={hardware(charger)} />
        </Box>
      )}
      {charger && shown && (
        <Suspense>
          <ChargerKeyDialog charger={charger} {...shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </Section>
  )
}
