// Price groups of a file, known by their names within the team: one price at all hours. Prices by the hour are set in
// the form, and no file changes them.
import { fail, found } from '@wattdesk/wire/route'
import { MISSING } from '#money/price-groups/price.words.ts'
import * as acts from '#money/price-groups/price-group.commands.ts'
import { PriceGroupBody } from '#money/price-groups/price-group-body.contract.ts'
import * as records from '#money/price-groups/price-group-record.store.ts'
import { byCommands, lower } from './import-kind.commands.ts'
import * as store from './known.store.ts'

const BY_HOUR = 'The price group has prices by the hour. Please change it in its form.'

export const priceGroups = byCommands<PriceGroupBody, PriceGroupBody>({
  keyOf: v => (v.name === undefined ? null : lower(v.name)),
  newBody: PriceGroupBody,
  changeBody: PriceGroupBody,
  defaults: { priceGroupType: 'fixed' },
  find: (c, keys) => store.priceGroups(c.trx, c.teamId, keys),
  read: async (c, scope, id) => {
    const row = found(await records.get(c.trx, scope, id, c.services.now()), MISSING)
    const { name, description, priceGroupType, priceDetails } = records.priceGroupOf(row)
    if (priceGroupType !== 'fixed') fail(422, BY_HOUR, { name: BY_HOUR })
    return { name, description, priceGroupType, priceDetails: priceDetails.map(({ priceDetailsId: _, ...d }) => d) }
  },
  create: async (services, caller, body) =>
    (await acts.createPriceGroup(services, caller, caller.scope.teamId, body)).priceGroupId,
  update: acts.changePriceGroup,
  remove: acts.removePriceGroup,
  used: (c, ids) => store.usedPriceGroups(c.trx, ids),
})
