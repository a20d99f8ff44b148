// How the company calls the words of its portal's menu and the headings of its screens. Empty: as the product calls them.
import { Box } from '@mui/material'
import { MENU_ENTRIES, MENU_GROUPS, MENU_HEADINGS } from '@wattdesk/base/menu-words'
import { type RecordForm, Section } from '#kit/form.tsx'
import type { Values } from './company-form.rules.ts'

const HELP = 'What stays empty is called as the product calls it. Calls, files and rights keep their names.'
export function CompanyWords({ form }: { form: RecordForm<Values> }) {
  const { Text } = form.fields
  return (
    <>
      <Section title="Groups of the menu" help={HELP}>
        {MENU_GROUPS.map(g => (
          <Text key={g} name={`menuWords.menu.${g}`} label={g} placeholder={g} autoComplete="off" />
        ))}
      </Section>
      <Section title="Words of the menu" help="Each with the heading of its screens beside it.">
        {MENU_ENTRIES.map(e => (
          <Box key={e} sx={{ gridColumn: '1 / -1' }}>
            <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
              <Text name={`menuWords.menu.${e}`} label={`Menu word for ${e}`} placeholder={e} autoComplete="off" />
              <Text
                name={`menuWords.headings.${e}`}
                label={`Heading for ${e}`}
                placeholder={MENU_HEADINGS[e]}
                autoComplete="off"
              />
            </Box>
          </Box>
        ))}
      </Section>
    </>
  )
}
