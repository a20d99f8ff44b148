// Why a webhook is sent nothing any more (HOOK-01): its company has ended, or it has no owner, who holds Integration.create or
// Integration.update on its team, and may view the records of all its events.

/** The owner of a webhook as of now; `lacking`: labels of its events whose records the owner may not view. */
export type Owner = {
  username: string | null
  isActive: boolean
  hasRole: boolean
  mayIntegrate: boolean
  lacking: readonly string[]
  /** The company of the webhook. */
  isCompanyActive: boolean
  /** The last day of a company that has ended, else null. */
  companyEnded: string | null
  /** The installation that the company has moved to, else null. */
  companyMovedTo: string | null
}

/** Why nothing leaves from the company of a webhook; undefined: it is in use. */
export function companyFault(
  o: Pick<Owner, 'isCompanyActive' | 'companyEnded' | 'companyMovedTo'>,
): string | undefined {
  if (o.companyMovedTo !== null) return `Its company has moved to ${o.companyMovedTo}`
  if (!o.isCompanyActive) return 'Its company is switched off'
  return o.companyEnded === null ? undefined : `Its company has ended: it was valid until ${o.companyEnded}`
}

/** Why the webhook is sent nothing: its company, or what its owner lacks; undefined: nothing is wrong. */
export function ownerFault(of: Owner): string | undefined {
  const ofCompany = companyFault(of)
  if (ofCompany !== undefined) return ofCompany
  const { username, isActive, hasRole, mayIntegrate, lacking } = of
  if (username === null) return 'Its owner is gone'
  const owner = `${username}, its owner,`
  if (!isActive) return `${owner} is switched off`
  if (!hasRole) return `${owner} has no role on its team any more`
  if (!mayIntegrate) return `${owner} may not change integrations on its team any more`
  if (lacking.length > 0) return `${owner} may not view there any more: ${lacking.join(', ')}`
  return undefined
}
