// The actions on a price group in the list.
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { deletion } from '#kit/confirm.tsx'
import { recordActions } from '#kit/record-actions.ts'
import { deletePriceGroup, listPriceGroups, type PriceGroupRow } from './price-group.contract.ts'

export const LIST = '/pricegroup'
export const pathOf = (g: Pick<PriceGroupRow, 'priceGroupId'>): string => `${LIST}/${g.priceGroupId}`

const actions = recordActions('price-group', 'PriceGroup')
export const addPriceGroup = actions.add('Add', `${LIST}/new`)
export const rowActions: readonly Action<PriceGroupRow>[] = [
  ...actions.open(pathOf),
  actions.delete({
    confirm: g => deletion(`Price group ${g.name}`, 'Bills of past sessions keep its prices.'),
    run: g => call(deletePriceGroup, { params: { priceGroupId: g.priceGroupId } }),
    refreshes: [listPriceGroups],
  }),
]
