// The forms of codes: the bodies of the calls, with what stays in the browser left out.
import { z } from 'zod'
import { AppCode, FactorName, RecoveryCode } from './passkey.contract.ts'

const remember = z.boolean()
export const CodeForm = z.object({ code: AppCode, remember })
export const RecoveryForm = z.object({ recovery_code: RecoveryCode, remember })
export const SetUpForm = z.object({ code: AppCode })
export const NewAppForm = z.object({ name: FactorName, code: AppCode })
export const NameForm = z.object({ name: FactorName })
export const MailCodeForm = z.object({ mail_code: AppCode })
