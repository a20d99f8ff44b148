// How the people of a company sign in (SSO-01): on the company's tab Sign-in, for people alone. Dangerous: whoever changes it decides
// who comes in, so each change asks anew who is there.
import { recordId } from '@wattdesk/base/fields'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { DomainBody, DomainPath, SignInSettingBody } from './sign-in-setting-body.contract.ts'

/** So many people known to the provider are listed: those who came last. */
export const MOST_PEOPLE = 200

const int = () => z.number().int()
const Domain = z
  .object({
    domainId: int(),
    domain: z.string(),
    /** The DNS record that proves it: a TXT record of this name, with this value. */
    recordName: z.string(),
    recordValue: z.string(),
    checkedAt: z.string().nullable(),
    /** What the last check found instead; null where it found the record, or none was made. */
    checkFound: z.string().nullable(),
    provenAt: z.string().nullable(),
    provenHow: z.enum(['DNS record', 'platform']).nullable(),
    provenBy: z.string().nullable(),
  })
  .meta({ id: 'SignInDomain' })
export type Domain = z.infer<typeof Domain>

export const SignInSetting = z
  .object({
    /** Empty: the company has no provider. */
    issuer: z.string(),
    clientId: z.string(),
    hasSecret: z.boolean(),
    groupsClaim: z.string(),
    trustsMail: z.boolean(),
    makesUsers: z.boolean(),
    defaultTeamId: int().nullable(),
    defaultTeamName: z.string().nullable(),
    defaultRoleId: int().nullable(),
    defaultRoleName: z.string().nullable(),
    groups: z.array(
      z
        .object({
          group: z.string(),
          teamId: int(),
          teamName: z.string(),
          roleId: int(),
          roleName: z.string(),
        })
        .meta({ id: 'SignInGroup' }),
    ),
    isActive: z.boolean(),
    /** When issuer, client and secret, as they are, were last tried with success. */
    testedAt: z.string().nullable(),
    needsSecondFactor: z.boolean(),
    secondFactorSince: z.string().nullable(),
    graceDays: int(),
    onlyProvider: z.boolean(),
    emergencyUserId: int().nullable(),
    /** Why the emergency administrator could not help in an emergency; null: they could, or there is none. */
    emergencyFault: z.string().nullable(),
    /** Who could be the emergency administrator. */
    emergencyChoices: z.array(z.object({ userId: int(), username: z.string() })),
    /** What the provider is told: where it sends people back to, after a sign-in and a sign-out, and where it tells of a sign-out. */
    redirectAddress: z.string(),
    signedOutAddress: z.string(),
    backChannelAddress: z.string(),
    domains: z.array(Domain),
    /** The users who are known to the provider, who came last first; at most 200. */
    people: z.array(
      z
        .object({ userId: int(), username: z.string(), subject: z.string(), usedAt: z.string() })
        .meta({ id: 'SignInPerson' }),
    ),
    /** Why the company cannot have single sign-on; null: it can. */
    whyNot: z.string().nullable(),
    mayChange: z.boolean(),
    /** The caller may prove domains for the platform. */
    mayApprove: z.boolean(),
  })
  .meta({ id: 'SignInSetting' })
export type SignInSetting = z.infer<typeof SignInSetting>

export const signInSettingRecord: RecordKind<SignInSetting> = {
  features: ['Company'],
  part: only(
    ...(['issuer', 'clientId', 'groupsClaim', 'trustsMail', 'makesUsers', 'defaultTeamId', 'defaultRoleId'] as const),
    ...(['groups', 'isActive', 'needsSecondFactor', 'graceDays', 'onlyProvider', 'emergencyUserId'] as const),
  ),
}

const OfCompany = z.object({ id: recordId() })
const path = '/cms/v1/company/{id}/sign-in'

export const getSignInSetting = endpoint({
  method: 'GET',
  path,
  can: 'Company.view',
  callers: 'people',
  record: signInSettingRecord,
  summary: 'How the people of a company sign in',
  params: OfCompany,
  data: SignInSetting,
})
export const putSignInSetting = endpoint({
  method: 'PUT',
  path,
  can: 'Company.update',
  callers: 'people',
  asksAgain: true,
  record: signInSettingRecord,
  summary: 'Change how the people of a company sign in; the client secret stays where it is missing',
  params: OfCompany,
  body: SignInSettingBody,
  data: SignInSetting,
  patienceMs: 30_000,
})
export const testSignInProvider = endpoint({
  method: 'POST',
  path: `${path}/test`,
  can: 'Company.update',
  callers: 'people',
  asksAgain: true,
  summary:
    'Try the stored provider of a company: what it says of itself, and whether it takes the client and its secret',
  params: OfCompany,
  data: z.object({ isRight: z.boolean(), text: z.string(), found: z.array(z.string()) }),
  patienceMs: 30_000,
})
export const addSignInDomain = endpoint({
  method: 'POST',
  path: `${path}/domains`,
  can: 'Company.update',
  callers: 'people',
  asksAgain: true,
  summary: 'Add a mail domain to a company; it counts once it is proven',
  params: OfCompany,
  body: DomainBody,
  data: SignInSetting,
  status: 201,
})
export const checkSignInDomain = endpoint({
  method: 'POST',
  path: `${path}/domains/{domainId}/check`,
  can: 'Company.update',
  callers: 'people',
  asksAgain: true,
  summary: 'Look for the DNS record that proves a mail domain',
  params: DomainPath,
  data: SignInSetting,
  patienceMs: 30_000,
})
export const approveSignInDomain = endpoint({
  method: 'POST',
  path: `${path}/domains/{domainId}/approve`,
  can: 'Company.update',
  callers: 'people',
  asksAgain: true,
  summary: 'Prove a mail domain of a company as staff of the platform, who have checked it by other means',
  params: DomainPath,
  data: SignInSetting,
})
export const removeSignInDomain = endpoint({
  method: 'POST',
  path: `${path}/domains/{domainId}/remove`,
  can: 'Company.update',
  callers: 'people',
  asksAgain: true,
  summary: 'Remove a mail domain from a company; its people come in by single sign-on no more',
  params: DomainPath,
  data: SignInSetting,
})
export const releaseSignInPerson = endpoint({
  method: 'POST',
  path: `${path}/people/{userId}/release`,
  can: 'Company.update',
  callers: 'people',
  asksAgain: true,
  summary:
    'Let a user go from the person that they were at the provider: the next one with their mail address takes the account',
  params: z.object({ id: recordId(), userId: recordId() }),
  data: SignInSetting,
})
