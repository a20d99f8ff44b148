// A visit to a product that was just started with the demo network (tools/bare-debian.sh): the product is ready, the
// sign-in page with all its files is served, root signs in and reads the own profile. node tools/bare-visit.ts
// <address>
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'

const [address = ''] = process.argv.slice(2)

async function get(path: string, init: RequestInit = {}): Promise<string> {
  const r = await fetch(new URL(path, address), { signal: AbortSignal.timeout(30_000), ...init })
  const text = await r.text()
  if (!r.ok || text === '') throw new Error(`${path}: ${r.status} ${text.slice(0, 500)}`)
  console.log(`${path}: ${r.status}, ${text.length} characters`)
  return text
}

await get('/health/ready')
// A browser asks for pages.
const page = await get('/login', { headers: { accept: 'text/html' } })
const assets = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path)
if (assets.length === 0) throw new Error('The sign-in page loads no script')
for (const path of assets) await get(path)
const signedIn = await get('/auth/login', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username: 'root', password: encodePassword('Wattdesk@2026') }),
})
const { data } = JSON.parse(signedIn) as { data: { access_token: string } }
await get('/cms/v1/profile', { headers: { authorization: `Bearer ${data.access_token}` } })
