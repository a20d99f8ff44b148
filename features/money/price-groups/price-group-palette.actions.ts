// Price groups in the palette, by name or description.
import Sell from '@mui/icons-material/SellOutlined'
import { call } from '@wattdesk/wire/call'
import { addPaletteSource } from '#kit/shortcuts.ts'
import { typeLabel } from './price.words.ts'
import { pathOf } from './price-group.actions.ts'
import { listPriceGroups } from './price-group.contract.ts'

addPaletteSource({
  id: 'price-groups',
  group: 'Price groups',
  right: 'PriceGroup.view',
  find: async (text, { teamId, signal }) => {
    const asked = { params: {}, query: { teamId, page: 1, pageSize: 5, q: text } }
    const { data } = await call(listPriceGroups, asked, { signal })
    return data.map(g => ({
      id: String(g.priceGroupId),
      label: `Price group ${g.name}`,
      hint: g.priceGroupType ? typeLabel[g.priceGroupType] : '',
      to: pathOf(g),
      icon: Sell,
    }))
  },
})
