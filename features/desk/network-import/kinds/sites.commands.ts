// Charging sites of a file, known by their names within the team.
import { found } from '@wattdesk/wire/route'
import * as acts from '#power/charging-sites/charging-site.commands.ts'
import * as sitesOf from '#power/charging-sites/charging-site.store.ts'
import { SiteBody } from '#power/charging-sites/charging-site-body.contract.ts'
import { byCommands, lower } from './import-kind.commands.ts'
import * as store from './known.store.ts'

export const sites = byCommands<SiteBody, SiteBody>({
  keyOf: v => (v.zoneName === undefined ? null : lower(v.zoneName)),
  newBody: SiteBody,
  changeBody: SiteBody,
  find: (c, keys) => store.sites(c.trx, c.teamId, keys),
  read: async (c, scope, id) => {
    // The chargers of the site are not of the file.
    const { chargers: _, ...site } = sitesOf.siteOf(found(await sitesOf.get(c.trx, scope, id), acts.MISSING))
    return site
  },
  create: async (services, caller, body) => (await acts.createChargingSite(services, caller, body)).zoneId,
  update: acts.updateChargingSite,
  remove: acts.removeChargingSite,
  used: (c, ids) => store.usedSites(c.trx, ids),
})
