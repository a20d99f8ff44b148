// The first waves of a campaign in its form; the rest of the charge points is the last wave.
import Add from '@mui/icons-material/Add'
import Delete from '@mui/icons-material/DeleteOutlined'
import { Box, Button, IconButton, Stack, Typography } from '@mui/material'
import { useFieldArray } from 'react-hook-form'
import { type RecordForm, Section } from '#kit/form.tsx'
import { Tip } from '#kit/tip.tsx'
import { MOST_WAVES, WAVE_UNITS } from './campaign.words.ts'
import type { CampaignFormValues } from './campaign-form-body.contract.ts'

const UNITS = WAVE_UNITS.map(unit => ({ value: unit, label: unit === '%' ? '% of them' : 'charge points' }))

export function CampaignWaves({ form }: { form: RecordForm<CampaignFormValues> }) {
  const { fields, append, remove } = useFieldArray({ control: form.rhf.control, name: 'waves', keyName: 'key' })
  const { Number: Figure, Select } = form.fields
  return (
    <Section
      title="Waves"
      help="The first waves show whether the file is good before many have it. The next wave begins once enough of the one before are verified."
    >
      <Stack spacing={1.5} sx={{ gridColumn: '1 / -1' }}>
        {fields.map((f, i) => (
          <Box
            key={f.key}
            role="group"
            aria-label={`Wave ${i + 1}`}
            sx={{
              display: 'grid',
              gap: 1.5,
              alignItems: 'start',
              gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) 40px',
              maxWidth: 560,
            }}
          >
            <Figure name={`waves.${i}.count`} label={`Wave ${i + 1}`} required />
            <Select name={`waves.${i}.unit`} label="Counted in" options={UNITS} required />
            {!form.readOnly && (
              <Tip title="Remove wave">
                <IconButton aria-label={`Remove wave ${i + 1}`} onClick={() => remove(i)} sx={{ mt: 3.25 }}>
                  <Delete fontSize="small" />
                </IconButton>
              </Tip>
            )}
          </Box>
        ))}
        <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
          {!form.readOnly && fields.length < MOST_WAVES && (
            <Button
              size="small"
              color="inherit"
              variant="outlined"
              startIcon={<Add />}
              onClick={() =>
                append({ count: fields.length === 0 ? 5 : 20, unit: fields.length === 0 ? 'chargers' : '%' })
              }
            >
              Add wave
            </Button>
          )}
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {fields.length === 0 ? 'All charge points in one wave.' : `Wave ${fields.length + 1}: the rest.`}
          </Typography>
        </Stack>
      </Stack>
    </Section>
  )
}
