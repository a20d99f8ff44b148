// The keys of a settings template in its form: each with its level and the value it is to have (CAMP-06).
import Add from '@mui/icons-material/Add'
import Delete from '@mui/icons-material/DeleteOutlined'
import { Alert, Box, Button, IconButton, Stack, Typography } from '@mui/material'
import { useFieldArray, useWatch } from 'react-hook-form'
import { isReadOnlyKey, KNOWN_KEYS, knownKey } from '#control/charger-config/config-keys.contract.ts'
import { KEY_LEVELS } from '#control/settings-drift/settings-drift.words.ts'
import { type RecordForm, Section } from '#kit/form.tsx'
import { FoundField } from '#kit/found-field.tsx'
import { Tip } from '#kit/tip.tsx'
import type { Finder } from '#kit/use-found.ts'
import { MOST_KEYS } from './settings-template.words.ts'
import type { SettingsTemplateFormValues } from './settings-template-form-body.contract.ts'

type Offered = readonly { name: string; meaning: string }[]
const OFFERED: Offered = KNOWN_KEYS.filter(k => !isReadOnlyKey(k.name))
/** The keys of OCPP; a vendor's own key is typed. */
const keyFinder = {
  find: (q: string) => ({
    queryKey: ['known-keys', q] as const,
    queryFn: async (): Promise<Offered> =>
      OFFERED.filter(k => `${k.name} ${k.meaning}`.toLowerCase().includes(q.trim().toLowerCase())),
  }),
  found: (keys: Offered) => ({
    options: keys.map(k => ({ value: k.name, label: k.name, detail: k.meaning })),
    total: keys.length,
  }),
} satisfies Finder<string, Offered>

const LEVELS = KEY_LEVELS.map(value => ({ value, label: value }))
const TRUTH = ['true', 'false'].map(value => ({ value, label: value }))

type Props = { form: RecordForm<SettingsTemplateFormValues> }
function KeyRow({ form, at, onRemove }: Props & { at: number; onRemove: () => void }) {
  const { Select, Text } = form.fields
  const row = useWatch({ control: form.rhf.control, name: `keys.${at}` })
  const known = knownKey(row?.key ?? '')
  const value = { name: `keys.${at}.value`, label: 'Value', required: row?.level !== 'Never touched' } as const
  return (
    <Box
      role="group"
      aria-label={`Key ${at + 1}`}
      sx={{
        display: 'grid',
        gap: 1.5,
        alignItems: 'start',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr) minmax(0, 1fr) 40px',
          md: 'minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1.6fr) 40px',
        },
        gridTemplateAreas: { xs: '"key key remove" "level value value"', md: '"key level value remove"' },
      }}
    >
      <Box sx={{ gridArea: 'key' }}>
        <FoundField
          name={`keys.${at}.key`}
          label="Key"
          required
          none=""
          finder={keyFinder}
          takesTyped
          placeholder="HeartbeatInterval"
          noOptionsText="No key of OCPP 1.6. Press Enter to take it: a maker's own key, or a variable of 2.0.1 as Component.Variable."
        />
      </Box>
      <Box sx={{ gridArea: 'level' }}>
        <Select name={`keys.${at}.level`} label="Level" options={LEVELS} required />
      </Box>
      <Box sx={{ gridArea: 'value' }}>
        {row?.level === 'Never touched' ? (
          <Text {...value} disabled help="Neither compared nor set" />
        ) : known?.kind === 'flag' ? (
          <Select {...value} options={TRUTH} />
        ) : (
          <Text {...value} autoComplete="off" {...(known?.unit && { unit: known.unit })} />
        )}
      </Box>
      {!form.readOnly && (
        <Box sx={{ gridArea: 'remove' }}>
          <Tip title="Remove key">
            <IconButton aria-label={`Remove key ${at + 1}`} onClick={onRemove} sx={{ mt: 3.25 }}>
              <Delete fontSize="small" />
            </IconButton>
          </Tip>
        </Box>
      )}
    </Box>
  )
}

export function TemplateKeysFields({ form }: Props) {
  const { fields, append, remove } = useFieldArray({ control: form.rhf.control, name: 'keys', keyName: 'id' })
  const problem = form.rhf.formState.errors.keys
  const wrong = problem?.root?.message ?? problem?.message
  return (
    <Section
      title="Keys"
      help="A key of OCPP 1.6 is meant for charge points of 2.0.1 too, where that has a variable for it; other variables are written as OCPPCommCtrlr.RetryBackOffWaitMinimum. Required: a difference counts and opens an alert. Wished: a difference is shown. Never touched: neither compared nor set, also where another template asks for a value."
    >
      <Stack spacing={2} sx={{ gridColumn: '1 / -1' }}>
        {wrong && <Alert severity="error">{String(wrong)}</Alert>}
        {fields.map((f, at) => (
          <KeyRow key={f.id} form={form} at={at} onRemove={() => remove(at)} />
        ))}
        {fields.length === 0 && <Typography sx={{ color: 'text.secondary' }}>No key yet.</Typography>}
        {!form.readOnly && fields.length < MOST_KEYS && (
          <Button
            size="small"
            color="inherit"
            variant="outlined"
            startIcon={<Add />}
            sx={{ alignSelf: 'flex-start' }}
            onClick={() => append({ key: '', level: 'Required', value: '' })}
          >
            Add key
          </Button>
        )}
      </Stack>
    </Section>
  )
}
