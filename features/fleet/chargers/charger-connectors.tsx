// The connectors of a charger in its form: one to four, numbered by their place. Connectors of a stored charger are
// never removed; each has a QR code for drivers (D-CHARGER-7, D-CHARGER-9).

import Add from '@mui/icons-material/Add'
import Delete from '@mui/icons-material/DeleteOutlined'
import QrCode from '@mui/icons-material/QrCode2Outlined'
import { Alert, Box, Button, IconButton, Stack, Typography } from '@mui/material'
import { call } from '@wattdesk/wire/call'
import type { DataOf } from '@wattdesk/wire/endpoint'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { connectorText } from '#fleet/stations/evse-words.rules.ts'
import { type Action, ActionButton } from '#kit/actions.tsx'
import { type RecordForm, Section } from '#kit/form.tsx'
import { later } from '#kit/later.ts'
import { Tip } from '#kit/tip.tsx'
import { PriceGroupField } from '#money/price-groups/price-group-field.parts.tsx'
import type { Charger } from './charger.contract.ts'
import { generateQr } from './charger-change.contract.ts'
import { blankConnector, shownConnectors, type Values } from './charger-form.rules.ts'
import { CONNECTOR_NEEDED, CONNECTOR_TYPES, isDescribed, MAX_CONNECTORS } from './charger-form.words.ts'

const ChargerQrDialog = later(() => import('./charger-qr-dialog.tsx'))
type QrCodeData = DataOf<typeof generateQr>

const types = CONNECTOR_TYPES.map(t => ({ value: t, label: t }))

/** Has the server make the code of a connector, and hands it on. */
const showQr = (charger: Charger, connectorId: number, show: (code: QrCodeData) => void): Action => ({
  id: `qr-${connectorId}`,
  label: 'QR code',
  icon: QrCode,
  right: 'ChargerPoint.update',
  run: async (_, { teamId }) => {
    const { chargepoint_pk, companyId } = charger
    const params = { teamId, id: String(chargepoint_pk) }
    show((await call(generateQr, { params, body: { connectorId, companyId } })).data)
  },
})

type Props = {
  form: RecordForm<Values>
  charger: Charger | undefined
  /** The team chosen for the charger. */
  teamId: number
}
export function ChargerConnectors({ form, charger, teamId }: Props) {
  const { control, formState } = form.rhf
  const { fields, append, remove } = useFieldArray({ control, name: 'connectors', keyName: 'key' })
  const [code, setCode] = useState<QrCodeData>()
  const { Text, Number: Figure, Select } = form.fields
  const wrong = formState.errors.connectors
  const problem = wrong?.root?.message ?? wrong?.message
  // The list is judged as a whole when a connector is added, and none of its fields would take that judgement back.
  const isAnyDescribed = useWatch({ control, name: 'connectors', compute: list => list.some(isDescribed) })
  const { clearErrors } = form.rhf
  useEffect(() => {
    if (problem === CONNECTOR_NEEDED && isAnyDescribed) clearErrors('connectors')
  }, [problem, isAnyDescribed, clearErrors])
  const stored = useMemo(() => (charger ? shownConnectors(charger) : []), [charger])
  return (
    <Section title="Connectors" help="Each with a type, a power or voltage, and what charging there costs.">
      <Stack spacing={2} sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
        {problem && <Alert severity="error">{problem}</Alert>}
        {fields.map((f, i) => {
          const one = stored[i]
          const number = one?.connectorId ?? i + 1
          const title = connectorText(one ?? { connectorId: number })
          return (
            <Box
              key={f.key}
              role="group"
              aria-label={title}
              sx={{ border: 1, borderColor: 'divider', borderRadius: 2, p: { xs: 1.5, sm: 2 } }}
            >
              <Stack direction="row" sx={{ gap: 1, alignItems: 'center', mb: 1.5, minHeight: 34 }}>
                <Typography component="h3" variant="subtitle2" sx={{ flexGrow: 1 }}>
                  {title}
                </Typography>
                {charger && one?.isConfigured && !form.readOnly && (
                  <ActionButton action={showQr(charger, number, setCode)} target={undefined} size="small" />
                )}
                {!charger && fields.length > 1 && (
                  <Tip title="Remove">
                    <IconButton size="small" aria-label={`Remove connector ${number}`} onClick={() => remove(i)}>
                      <Delete fontSize="small" />
                    </IconButton>
                  </Tip>
                )}
              </Stack>
              <Box
                sx={{
                  display: 'grid',
                  gap: 2,
                  gridTemplateColumns: {
                    xs: 'repeat(2, minmax(0, 1fr))',
                    lg: '1.2fr 1.2fr 0.8fr 0.8fr 1.6fr',
                  },
                  // On a phone power and voltage share a row.
                  '& > *': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
                  '& > :nth-of-type(3), & > :nth-of-type(4)': { gridColumn: 'auto' },
                }}
              >
                <Text name={`connectors.${i}.connectorName`} label="Connector Name" placeholder={String(number)} />
                <Select
                  name={`connectors.${i}.connectorType`}
                  label="Connector Type"
                  options={types}
                  placeholder="Select a type"
                />
                <Figure name={`connectors.${i}.kw`} label="Power" unit="kW" />
                <Figure name={`connectors.${i}.volt`} label="Voltage" unit="V" />
                <PriceGroupField
                  name={`connectors.${i}.priceGroupId`}
                  teamId={teamId}
                  empty="The company of the team has no price group yet."
                />
              </Box>
            </Box>
          )
        })}
        {!form.readOnly && fields.length < MAX_CONNECTORS && (
          <Box>
            <Button variant="outlined" color="inherit" startIcon={<Add />} onClick={() => append(blankConnector)}>
              Add connector
            </Button>
          </Box>
        )}
      </Stack>
      {charger && code && (
        <Suspense>
          <ChargerQrDialog chargepointId={charger.chargepoint_id} code={code} onClose={() => setCode(undefined)} />
        </Suspense>
      )}
    </Section>
  )
}
