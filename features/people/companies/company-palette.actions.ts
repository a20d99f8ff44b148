// Companies in the palette, by name or domain.
import Business from '@mui/icons-material/BusinessOutlined'
import { call } from '@wattdesk/wire/call'
import { addPaletteSource } from '#kit/shortcuts.ts'
import { listCompanies } from './company.contract.ts'

addPaletteSource({
  id: 'companies',
  group: 'Companies',
  right: 'Company.view',
  find: async (text, { teamId, signal }) => {
    const { data } = await call(listCompanies, { query: { teamId } }, { signal })
    const q = text.toLowerCase()
    return data
      .filter(c => `${c.name}\n${c.domain ?? ''}`.toLowerCase().includes(q))
      .slice(0, 5)
      .map(c => ({
        id: String(c.id),
        label: c.name,
        ...(c.domain && { hint: c.domain }),
        to: `/company/${c.id}`,
        icon: Business,
      }))
  },
})
