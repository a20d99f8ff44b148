// The sign-up form: the body of the call, with the password as it is typed.
import { newPassword } from './password.rules.ts'
import { Register } from './register.contract.ts'

export const RegisterForm = Register.omit({ type: true }).extend({ password: newPassword('Password') })
