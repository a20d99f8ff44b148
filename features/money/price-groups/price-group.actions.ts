// The actions on a price group in the list.
import Add from '@mui/icons-material/Add'
import Delete from '@mui/icons-material/DeleteOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { deletion } from '#kit/confirm.tsx'
import { deletePriceGroup, listPriceGroups, type PriceGroupRow } from './price-group.contract.ts'

export const LIST = '/pricegroup'
export const pathOf = (g: Pick<PriceGroupRow, 'priceGroupId'>): string => `${LIST}/${g.priceGroupId}`

export const addPriceGroup: Action = {
  id: 'add-price-group',
  label: 'Add',
  icon: Add,
  right: 'PriceGroup.create',
  run: (_, { navigate }) => navigate(`${LIST}/new`),
}

export const rowActions: readonly Action<PriceGroupRow>[] = [
  {
    id: 'view-price-group',
    label: 'View',
    icon: Visibility,
    right: 'PriceGroup.view',
    run: (g, { navigate }) => navigate(`${pathOf(g)}?mode=view`),
  },
  {
    id: 'edit-price-group',
    label: 'Edit',
    icon: Edit,
    right: 'PriceGroup.update',
    run: (g, { navigate }) => navigate(pathOf(g)),
  },
  {
    id: 'delete-price-group',
    label: 'Delete',
    icon: Delete,
    right: 'PriceGroup.delete',
    danger: true,
    confirm: g => {
      const question = deletion(`Price group ${g.name}`)
      return { ...question, text: `${question.text} Bills of past sessions keep its prices.` }
    },
    run: g => call(deletePriceGroup, { params: { priceGroupId: g.priceGroupId } }),
    refreshes: [listPriceGroups],
  },
]
