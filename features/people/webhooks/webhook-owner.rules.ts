// Why a webhook has no owner any more (HOOK-01): its owner holds Integration.create or Integration.update on its team, and may
// view the records of all its events.

/** The owner of a webhook as of now; `lacking`: labels of its events whose records the owner may not view. */
export type Owner = {
  username: string | null
  isActive: boolean
  hasRole: boolean
  mayIntegrate: boolean
  lacking: readonly string[]
}

/** What the owner lacks; undefined: nothing. */
export function ownerFault({ username, isActive, hasRole, mayIntegrate, lacking }: Owner): string | undefined {
  if (username === null) return 'Its owner is gone'
  const owner = `${username}, its owner,`
  if (!isActive) return `${owner} is switched off`
  if (!hasRole) return `${owner} has no role on its team any more`
  if (!mayIntegrate) return `${owner} may not change integrations on its team any more`
  if (lacking.length > 0) return `${owner} may not view there any more: ${lacking.join(', ')}`
  return undefined
}
