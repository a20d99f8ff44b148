// How a company signs in, as it is written, and what its form checks by.
import { besideOthers } from '@wattdesk/base/field-checks'
import { optionalLine, recordId, requiredLine } from '@wattdesk/base/fields'
import { isHostName } from '@wattdesk/base/identifiers'
import { secret } from '@wattdesk/base/secret'
import { invalidDomain } from '@wattdesk/base/text'
import { z } from 'zod'

const MOST_RULES = 200
const yes = (label: string) => z.boolean({ error: `${label} must be yes or no` })
const id = () => z.number().int().min(1).max(2_147_483_647)

const GroupRuleBody = z
  .object({
    group: requiredLine('Group', 300),
    teamId: id()
      .nullable()
      .refine(v => v !== null, 'Team is required'),
    roleId: id()
      .nullable()
      .refine(v => v !== null, 'Role is required'),
  })
  .meta({ id: 'SignInGroupBody' })
type Rule = z.output<typeof GroupRuleBody>
const isOnce = (rules: readonly Partial<Rule>[]) =>
  new Set(rules.map(r => `${r?.teamId} ${r?.group}`)).size === rules.length

export const SignInSettingBody = z
  .object({
    /** Empty: no provider. */
    issuer: optionalLine('Issuer', 500).default(''),
    clientId: optionalLine('Client ID', 300).default(''),
    /** Missing or empty: the present one stays. */
    clientSecret: secret(
      z.string({ error: 'Client Secret must be text' }).max(1000, 'Client Secret is too long').optional(),
    ),
    groupsClaim: requiredLine('Groups Claim', 100).default('groups'),
    trustsMail: yes('Trust in its mail addresses').default(false),
    makesUsers: yes('Make accounts').default(true),
    defaultTeamId: id().nullable().default(null),
    defaultRoleId: id().nullable().default(null),
    groups: z
      .array(GroupRuleBody)
      .max(MOST_RULES, `At most ${MOST_RULES} groups`)
      .refine(isOnce, { when: besideOthers, error: 'A group gives one role on a team' })
      .default([]),
    isActive: yes('Single sign-on').default(false),
    needsSecondFactor: yes('Second factor').default(false),
    graceDays: z
      .number({ error: 'Days must be a number' })
      .int('Days must be a whole number')
      .min(0, 'Days should be 0 or more')
      .max(90, 'Days should be 90 or less')
      .default(14),
    onlyProvider: yes('Without passwords').default(false),
    emergencyUserId: id().nullable().default(null),
  })
  .refine(b => ((b.defaultTeamId ?? null) === null) === ((b.defaultRoleId ?? null) === null), {
    path: ['defaultRoleId'],
    when: besideOthers,
    error: 'Team and role belong together',
  })
  .refine(b => !b.isActive || (b.issuer ?? '') !== '', {
    path: ['issuer'],
    when: besideOthers,
    error: 'Issuer is required',
  })
  .refine(b => (b.issuer ?? '') === '' || (b.clientId ?? '') !== '', {
    path: ['clientId'],
    when: besideOthers,
    error: 'Client ID is required',
  })
  .refine(b => !b.onlyProvider || b.isActive, {
    path: ['onlyProvider'],
    when: besideOthers,
    error: 'Without passwords people need single sign-on: switch it on too',
  })
  .refine(b => !b.onlyProvider || (b.emergencyUserId ?? null) !== null, {
    path: ['emergencyUserId'],
    when: besideOthers,
    error: 'Choose who may sign in with a password when the provider is away',
  })
export type SignInSettingBody = z.output<typeof SignInSettingBody>

export const DomainBody = z.object({
  domain: requiredLine('Domain', 253)
    .transform(d => d.toLowerCase())
    .refine(d => isHostName(d) && d.includes('.'), invalidDomain),
})
export const DomainPath = z.object({ id: recordId(), domainId: recordId() })
