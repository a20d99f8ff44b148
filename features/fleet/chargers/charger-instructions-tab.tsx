// The Operating Instruction tab of a charger: questions with their answers, at most ten.
import Add from '@mui/icons-material/Add'
import Delete from '@mui/icons-material/DeleteOutlined'
import { Box, Button, IconButton, Stack, Typography } from '@mui/material'
import { useFieldArray } from 'react-hook-form'
import { type RecordForm, Section } from '#kit/form.tsx'
import { Tip } from '#kit/tip.tsx'
import { blankInstruction, type Values } from './charger-form.rules.ts'
import { MAX_INSTRUCTIONS } from './charger-form.words.ts'

export default function ChargerInstructionsTab({ form }: { form: RecordForm<Values> }) {
  const { fields, append, remove } = useFieldArray({ control: form.rhf.control, name: 'faq', keyName: 'key' })
  const { Text, Multiline } = form.fields
  return (
    <Section title="Operating Instruction" help="Questions that drivers ask at this charge point, and their answers.">
      <Stack spacing={3} sx={{ gridColumn: '1 / -1' }}>
        {fields.length === 0 && (
          <Typography sx={{ color: 'text.secondary' }}>No operating instructions yet.</Typography>
        )}
        {fields.map((f, i) => (
          <Stack key={f.key} direction="row" spacing={1} useFlexGap role="group" aria-label={`Instruction ${i + 1}`}>
            <Stack spacing={2} sx={{ flexGrow: 1, minWidth: 0 }}>
              <Text name={`faq.${i}.question`} label={`Question-${i + 1}`} required />
              <Multiline name={`faq.${i}.answer`} label={`Answer-${i + 1}`} required rows={2} />
            </Stack>
            {!form.readOnly && (
              <Box sx={{ pt: 3 }}>
                <Tip title="Remove">
                  <IconButton aria-label={`Remove Question-${i + 1}`} onClick={() => remove(i)}>
                    <Delete fontSize="small" />
                  </IconButton>
                </Tip>
              </Box>
            )}
          </Stack>
        ))}
        {!form.readOnly && fields.length < MAX_INSTRUCTIONS && (
          <Box>
            <Button variant="outlined" color="inherit" startIcon={<Add />} onClick={() => append(blankInstruction)}>
              Add question
            </Button>
          </Box>
        )}
      </Stack>
    </Section>
  )
}
