// One RFID tag; a prepaid card with its balance.
import { TagPage as Tag } from '../../features/tags/tag-page.parts.tsx'
import { CardBalance } from '../../features/wallets/card-balance.parts.tsx'

export function TagPage() {
  return <Tag beside={(tag, readOnly) => tag.isPrepaid && <CardBalance card={tag} readOnly={readOnly} />} />
}
