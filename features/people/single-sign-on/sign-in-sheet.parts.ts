// The values of the tab Sign-in of a company, which its parts share.
import type { RecordForm } from '#kit/form.tsx'
import type { SignInSetting } from './sign-in-setting.contract.ts'

type Rule = { group: string; teamId: number | null; roleId: number | null }
export type Values = Pick<
  SignInSetting,
  | 'issuer'
  | 'clientId'
  | 'groupsClaim'
  | 'trustsMail'
  | 'makesUsers'
  | 'defaultTeamId'
  | 'defaultRoleId'
  | 'isActive'
  | 'needsSecondFactor'
  | 'graceDays'
  | 'onlyProvider'
  | 'emergencyUserId'
> & { clientSecret?: string | undefined; groups: Rule[] }
export const valuesOf = (s: SignInSetting): Values => ({
  issuer: s.issuer,
  clientId: s.clientId,
  clientSecret: '',
  groupsClaim: s.groupsClaim,
  trustsMail: s.trustsMail,
  makesUsers: s.makesUsers,
  defaultTeamId: s.defaultTeamId,
  defaultRoleId: s.defaultRoleId,
  groups: s.groups.map(({ group, teamId, roleId }) => ({ group, teamId, roleId })),
  isActive: s.isActive,
  needsSecondFactor: s.needsSecondFactor,
  graceDays: s.graceDays,
  onlyProvider: s.onlyProvider,
  emergencyUserId: s.emergencyUserId,
})

export type PartProps = { form: RecordForm<Values>; setting: SignInSetting; companyId: number }
export const wide = { gridColumn: '1 / -1' }
