// All kinds of records that files bring in.
import type { ImportKind } from '../network-import.words.ts'
import { chargers } from './chargers.commands.ts'
import { drivers } from './drivers.commands.ts'
import type { KindOfImport } from './import-kind.commands.ts'
import { priceGroups } from './price-groups.commands.ts'
import { sites } from './sites.commands.ts'
import { tags } from './tags.commands.ts'
import { vehicles } from './vehicles.commands.ts'

export const KINDS: Readonly<Record<ImportKind, KindOfImport>> = {
  sites,
  'price-groups': priceGroups,
  chargers,
  drivers,
  vehicles,
  tags,
}
