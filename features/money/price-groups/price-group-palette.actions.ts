// Price groups in the palette, by name or description.
import Sell from '@mui/icons-material/SellOutlined'
import { addPaletteList } from '#kit/palette-list.ts'
import { typeLabel } from './price.words.ts'
import { pathOf } from './price-group.actions.ts'
import { listPriceGroups } from './price-group.contract.ts'

addPaletteList(listPriceGroups, {
  group: 'Price groups',
  right: 'PriceGroup.view',
  icon: Sell,
  entry: g => ({
    id: g.priceGroupId,
    label: `Price group ${g.name}`,
    hint: g.priceGroupType ? typeLabel[g.priceGroupType] : '',
    to: pathOf(g),
  }),
})
