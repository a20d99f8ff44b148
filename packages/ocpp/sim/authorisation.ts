// Who may charge, as the charger itself knows: the local list (1.6 section 5.15) and the cache of the central system's
// last answers (section 3.5.1). Tags compare without regard to case.
import type { Confirmation, Request } from '../src/messages.ts'

export type IdTagInfo = Confirmation<'Authorize'>['idTagInfo']
type Entry = NonNullable<Request<'SendLocalList'>['localAuthorizationList']>[number]

const fold = (idTag: string): string => idTag.toLowerCase()

export class Authorisation {
  listVersion = 0
  private list: Map<string, IdTagInfo> | undefined
  private cache: Map<string, IdTagInfo> | undefined

  /** SendLocalList: a differential one must be newer; an entry without info takes the tag out. */
  update(request: Request<'SendLocalList'>, maxLength: number): Confirmation<'SendLocalList'>['status'] {
    const entries: readonly Entry[] = request.localAuthorizationList ?? []
    const full = request.updateType === 'Full'
    if (!full && request.listVersion <= this.listVersion) return 'VersionMismatch'
    if (full && entries.some(entry => !entry.idTagInfo)) return 'Failed'
    const next = new Map(full ? [] : this.list)
    for (const { idTag, idTagInfo } of entries) {
      if (idTagInfo) next.set(fold(idTag), idTagInfo)
      else next.delete(fold(idTag))
    }
    if (next.size > maxLength) return 'Failed'
    this.list = next
    this.listVersion = request.listVersion
    return 'Accepted'
  }

  remember(idTag: string, info: IdTagInfo): void {
    this.cache ??= new Map()
    this.cache.set(fold(idTag), info)
  }

  clearCache(): void {
    this.cache = undefined
  }

  /** Takes one tag out of the cache. */
  forget(idTag: string): void {
    this.cache?.delete(fold(idTag))
  }

  fromList(idTag: string): IdTagInfo | undefined {
    return this.list?.get(fold(idTag))
  }

  fromCache(idTag: string): IdTagInfo | undefined {
    return this.cache?.get(fold(idTag))
  }
}

/** The status of a remembered answer at this instant: an expired one is Expired. */
export function statusAt(info: IdTagInfo, at: number): IdTagInfo['status'] {
  const over = info.expiryDate !== undefined && Date.parse(info.expiryDate) <= at
  return info.status === 'Accepted' && over ? 'Expired' : info.status
}

/** True when both name one card, or cards of one group (section 3.10). */
export function sameGroup(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && fold(a) === fold(b)
}
