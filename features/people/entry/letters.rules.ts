// The mails of sign-in: subject and text. Links begin with the home of the receiver's company, never with an address
// from the request.
import { type Home, signature } from '#office/brand/brand.rules.ts'
import { CODE_MINUTES } from '#people/users/reset-code.rules.ts'

type To = { email: string; firstName: string }
type Letter = { to: string; subject: string; text: string }

export const hello = (to: To): string => (to.firstName ? `Hello ${to.firstName},` : 'Hello,')
export const lines = (...all: string[]): string => `${all.join('\n')}\n`

export const codeLetter = (to: To, code: string, home: Home): Letter => ({
  to: to.email,
  subject: `${home.brand.name}: your one-time code`,
  text: lines(
    hello(to),
    '',
    `your one-time code is ${code}. It is valid for ${CODE_MINUTES} minutes and works once.`,
    `Set a new password with it at ${home.url}/reset, or where you asked for it.`,
    '',
    'If you did not ask for it, somebody else typed your username; your password has not changed.',
    '',
    signature(home),
  ),
})

/** In place of a code, where the company has no passwords. */
export const noPasswordLetter = (to: To, home: Home): Letter => ({
  to: to.email,
  subject: `${home.brand.name}: please sign in by single sign-on`,
  text: lines(
    hello(to),
    '',
    'you asked for a code to set a new password. Your company signs in by single sign-on, without passwords, so there is no code.',
    `Choose “Single sign-on” at ${home.url}/login and enter this mail address. If that fails, please ask an administrator of your company.`,
    '',
    'If you did not ask for it, somebody else typed your username; nothing has changed.',
    '',
    signature(home),
  ),
})

export const verifyLetter = (to: To, link: string, home: Home): Letter => ({
  to: to.email,
  subject: `${home.brand.name}: please verify your email`,
  text: lines(
    hello(to),
    '',
    'please verify your mail address by opening this link within 24 hours:',
    link,
    '',
    'If you did not sign up, leave it; nobody can sign in with your address without it.',
    '',
    signature(home),
  ),
})

/** `at`: the time with its zone. */
export const newBrowserLetter = (
  to: To,
  { browser, at, ip, country }: { browser: string; at: string; ip: string; country: string | undefined },
  home: Home,
): Letter => ({
  to: to.email,
  subject: `${home.brand.name}: signed in from a new browser`,
  text: lines(
    hello(to),
    '',
    'your account was signed in to from a browser that was not seen with it before:',
    `Browser: ${browser}`,
    `Address: ${ip}${country === undefined ? '' : ` (${country})`}`,
    `Time: ${at}`,
    '',
    `If that was you, there is nothing to do. If it was not, end that browser at ${home.url}/settings and set a new password.`,
    '',
    signature(home),
  ),
})
