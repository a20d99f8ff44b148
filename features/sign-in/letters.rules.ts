// The mails of sign-in: subject and text. Links begin with the configured address, never with what a request says.
import { brandOf } from '../brand/brand.rules.ts'
import { CODE_MINUTES } from '../users/reset-code.rules.ts'

type To = { email: string; firstName: string }
type Letter = { to: string; subject: string; text: string }

const hello = (to: To): string => (to.firstName ? `Hello ${to.firstName},` : 'Hello,')
const brandAt = (publicUrl: string): string => brandOf(new URL(publicUrl).host).name
const lines = (...all: string[]): string => `${all.join('\n')}\n`

export const codeLetter = (to: To, code: string, publicUrl: string): Letter => ({
  to: to.email,
  subject: `${brandAt(publicUrl)}: your one-time code`,
  text: lines(
    hello(to),
    '',
    `your one-time code is ${code}. It is valid for ${CODE_MINUTES} minutes and works once.`,
    `Set a new password with it at ${publicUrl}/reset, or where you asked for it.`,
    '',
    'If you did not ask for it, somebody else typed your username; your password has not changed.',
  ),
})

export const verifyLetter = (to: To, link: string, publicUrl: string): Letter => ({
  to: to.email,
  subject: `${brandAt(publicUrl)}: please verify your email`,
  text: lines(
    hello(to),
    '',
    'please verify your mail address by opening this link within 24 hours:',
    link,
    '',
    'If you did not sign up, leave it; nobody can sign in with your address without it.',
  ),
})
