// One RFID tag; a prepaid card with its balance.

import { CardBalance } from '#drivers/wallets/card-balance.parts.tsx'
import { TagPage as Tag } from '#fleet/tags/tag-page.parts.tsx'

export function TagPage() {
  return <Tag beside={(tag, readOnly) => tag.isPrepaid && <CardBalance card={tag} readOnly={readOnly} />} />
}
