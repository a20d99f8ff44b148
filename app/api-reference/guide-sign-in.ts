// The guides of signing in, of the second step and of the proof before dangerous acts.
import { MOST_FACTORS, RECOVERY_CODES, TRUST_DAYS } from '#people/second-factor/second-factor.words.ts'
import { PROOF_MINUTES } from '#platform/access/scope.ts'

/** The calls are examples that run as they stand in sh, bash and zsh, once address, name and secrets are one’s own. */
export const signInGuide = (): string => `## Sign in and API keys

A person signs in with \`POST /auth/login\`: \`username\`, and \`password\` as Base64 of its UTF-8 text:

\`\`\`
curl -s -X POST 'https://portal.example/auth/login' -H 'Content-Type: application/json' \\
  -d '{"username": "asha", "password": "'"$(printf %s 'the password' | base64 | tr -d '\\n')"'"}'
\`\`\`

The reply’s \`data\` is one of two: \`access_token\`, which counts for 12 hours and is sent as \`Authorization: Bearer …\`; or, for a person with a second factor, \`step\` and \`ticket\`, and no token yet (the next guide). A company may have its people sign in through its own provider alone: then the password is refused with 403, and \`message\` says so.

A program calls with an API key. Keys are made in the portal under **Integration** in the menu (or with \`createApiKey\`); the secret begins with \`wdk_\` and is shown once. It is sent in the same header:

\`\`\`
curl -s 'https://portal.example/cms/v1/team/3/chargers?page=1' -H 'Authorization: Bearer wdk_…'
\`\`\`

A key has its own rights, and never more than the person who keeps it has at the moment of the call. It counts for its team and the teams below, until its last day, and from its networks if it names any. What only a person may do (users’ own profiles, making keys, the live stream) is refused with 403. A key is rotated with \`rotateApiKey\`: the old secret may count beside the new one for some hours. Refusals say which it is: \`This API key was revoked.\`, \`This API key is no longer valid.\`, \`This API key was replaced by a newer one.\` (401), \`This API key may not be used from 203.0.113.7.\` (403).

To try calls on this page, put a token or a key into the field Authentication. It stays in the memory of this page, and is gone when the page is closed or loaded anew. Calls are real: they change what they say they change.

## Second factor

A person may have up to ${MOST_FACTORS} second factors (apps that show codes, passkeys) and ${RECOVERY_CODES} recovery codes; a company or a role may demand one. A sign-in then takes two calls. The first answers \`step\`, a \`ticket\` that counts for ten minutes, and the \`ways\` that are open:

- \`step\` is \`second factor\`: \`takeSecondStep\` ends the sign-in with the ticket and one of \`code\` (of the app), \`recovery_code\` (each counts once) and \`passkey\` (the browser’s answer to the options of \`askPasskey\`). A wrong code is 422; a ticket that is over is 401, and the sign-in begins anew.
- \`step\` is \`set up\`: a factor is demanded, there is none, and the days to set one up are over. The sign-in has mailed a code, which both calls take as \`mail_code\`. \`beginSetUp\` answers the secret of an app or the options of a passkey, \`endSetUp\` takes the first code or the passkey, signs in, and answers the recovery codes this once. Before that day the reply of a sign-in says in \`second_factor_from\` when it comes.

\`\`\`
curl -s -X POST 'https://portal.example/auth/second-factor' -H 'Content-Type: application/json' \\
  -d '{"ticket": "the ticket", "code": "123456"}'
\`\`\`

The reply holds \`access_token\`, and \`browser\`: a caller that sends it with its next sign-in is known again. With \`remember: true\` a browser is asked for no second factor for ${TRUST_DAYS} days. A passkey also signs in alone: \`beginPasskeySignIn\`, then \`signInByPasskey\`.

A program has no second factor. Give it an API key.

## Proof

Some operations can do harm at once: they give rights, make keys, move money, or say where money goes. Their descriptions say that they ask for a proof. A sign-in is one, but not with a password that a mailed code has just set. ${PROOF_MINUTES} minutes after the last proof such a call is refused, and nothing is changed:

\`\`\`
{"success": false, "message": "Please confirm that it is you.", "needs": "proof"}
\`\`\`

It is a 403 as a missing right is, and \`needs\` tells the two apart. To go on:

1. \`POST /auth/proof/begin\` (\`askForProof\`) answers a \`ticket\` and the \`ways\` that are open to this person: \`password\`, \`app\`, \`passkey\`, \`recovery code\`, \`single sign-on\`. Who has a second factor is asked for that in place of the password.
2. \`POST /auth/proof\` (\`prove\`) takes the ticket and one of \`password\` (as Base64), \`code\`, \`recovery_code\` and \`passkey\`. Through the provider of the company: \`beginProof\`, then \`finishProof\`.
3. Send the same call again. The proof counts for ${PROOF_MINUTES} minutes, for the sign-in whose token was sent with it.

\`\`\`
curl -s -X POST 'https://portal.example/auth/proof/begin' -H 'Authorization: Bearer the-token'
curl -s -X POST 'https://portal.example/auth/proof' -H 'Authorization: Bearer the-token' -H 'Content-Type: application/json' \\
  -d '{"ticket": "the ticket", "password": "'"$(printf %s 'the password' | base64 | tr -d '\\n')"'"}'
\`\`\`

A program with an API key is never asked: what takes a person is refused to it in any case.
`
