// The domain of a company: either a configured domain, which brings provider and icons along, or a custom one, for
// which the form opens those fields (D-COMP-2).
import { Box, MenuItem, Select, Typography } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { FieldFrame } from '#kit/field-frame.tsx'
import { type RecordForm, Section } from '#kit/form.tsx'
import { useField } from '#kit/use-field.ts'
import { UploadField } from '#office/uploads/upload-field.parts.tsx'
import { PRESETS, presetOf } from './company.rules.ts'
import { blankProvider, type Values } from './company-form.rules.ts'

const OTHER = 'other'
const changed = { shouldDirty: true, shouldTouch: true }
const icons = [
  ['icon', 'Icon'],
  ['greyIcon', 'Grey Icon'],
  ['greenIcon', 'Green Icon'],
  ['redIcon', 'Red Icon'],
] as const

type Choice = { value: string; onChange: (choice: string) => void; isCustom: boolean }
function DomainSelect({ value, onChange, isCustom }: Choice) {
  const { field, id, error, off, below, aria } = useField({ name: 'domain' })
  // For a custom domain, the text field beside the choice shows the error.
  const wrong = isCustom ? undefined : error
  return (
    <FieldFrame id={id} label="Domain" required={true} error={wrong} below={isCustom ? undefined : below}>
      <Select
        fullWidth
        displayEmpty
        id={id}
        labelId={`${id}-label`}
        value={value}
        onChange={e => onChange(e.target.value)}
        onBlur={field.onBlur}
        {...(!isCustom && { inputRef: field.ref })}
        disabled={off}
        error={wrong !== undefined}
        SelectDisplayProps={{ ...(!isCustom && aria), 'aria-required': true }}
      >
        <MenuItem value="" disabled>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            Select a domain
          </Box>
        </MenuItem>
        {PRESETS.map(p => (
          <MenuItem key={p.domain} value={p.domain}>
            {p.domain} ({p.provider.name})
          </MenuItem>
        ))}
        <MenuItem value={OTHER}>Other (custom)</MenuItem>
      </Select>
    </FieldFrame>
  )
}

const row = { gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 2 } as const
/** The provider a configured domain brings: seen, not changed. */
function Preset({ values }: { values: Values['provider'] }) {
  const part = (label: string, value: ReactNode) => (
    <Box key={label}>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 0.5 }}>
        {label}
      </Typography>
      {value}
    </Box>
  )
  const text = (value: string | null | undefined) => <Typography sx={{ fontWeight: 500 }}>{value}</Typography>
  return (
    <>
      <Box sx={row}>
        {part('Provider Name', text(values.name))}
        {part('Country Code', text(values.countryCode))}
      </Box>
      <Box sx={row}>
        {icons.map(([name, label]) =>
          part(
            label,
            <Box component="img" src={values[name] ?? ''} alt={label} sx={{ display: 'block', height: 44 }} />,
          ),
        )}
      </Box>
    </>
  )
}

export function CompanyDomain({ form }: { form: RecordForm<Values> }) {
  const { rhf } = form
  const domain = rhf.watch('domain')
  const provider = rhf.watch('provider')
  const [chosen, setChosen] = useState(() => presetOf(domain)?.domain ?? (domain ? OTHER : ''))
  const isCustom = chosen === OTHER
  const choose = (choice: string) => {
    const preset = PRESETS.find(p => p.domain === choice)
    setChosen(choice)
    rhf.setValue('domain', preset?.domain ?? '', { ...changed, shouldValidate: preset !== undefined })
    rhf.setValue('provider', preset?.provider ?? blankProvider, changed)
    rhf.clearErrors(['domain', 'provider'])
  }
  const { Text } = form.fields
  return (
    <Section title="Domain and provider" help="Whose name and map icons the drivers of this company see.">
      <DomainSelect value={chosen} onChange={choose} isCustom={isCustom} />
      {isCustom && (
        <>
          <Text
            name="domain"
            label="Custom Domain"
            required
            placeholder="volt.example"
            help="The address at which its portal is to be reached. For a trial any name will do: nothing has to exist there."
          />
          <Text name="provider.name" label="Provider Name" required help="What its drivers know it by." />
          <Text name="provider.countryCode" label="Country Code" placeholder="+91" />
          {icons.map(([part, label]) => (
            <UploadField key={part} name={`provider.${part}`} label={label} />
          ))}
        </>
      )}
      {!isCustom && chosen !== '' && <Preset values={provider} />}
    </Section>
  )
}
