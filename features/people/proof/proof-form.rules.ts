// The forms of the proof, one for each way.
import { required } from '@wattdesk/base/text'
import { z } from 'zod'
import { AppCode, RecoveryCode } from '#people/second-factor/passkey.contract.ts'

export const PasswordProof = z.object({ password: z.string().min(1, required('Password')).max(128) })
export const CodeProof = z.object({ code: AppCode })
export const RecoveryProof = z.object({ recovery_code: RecoveryCode })
export const NothingTyped = z.object({})
