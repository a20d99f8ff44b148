// The installation in small (docker/): every service is started again when it ends, tells its health, and waits for the
// health of those it needs.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(new URL(`../docker/${name}`, import.meta.url), 'utf8')
/** The text of each service; one that takes over another's by `<<: *name` has its lines too. */
function services(): Map<string, string> {
  const [, body = ''] = read('compose.yaml').split(/^services:\n/m)
  const found = new Map<string, string>()
  for (const part of body
    .split(/^volumes:/m)[0]
    ?.split(/^ {2}(?=\S)/m)
    .filter(Boolean) ?? []) {
    const [, name = '', anchor] = /^([\w-]+):(?: &(\w+))?/.exec(part) ?? []
    const from = /<<: \*(\w+)$/m.exec(part)?.[1]
    const whole = part + (from ? (found.get(`&${from}`) ?? '') : '')
    found.set(name, whole)
    if (anchor) found.set(`&${anchor}`, whole)
  }
  return new Map([...found].filter(([name]) => !name.startsWith('&')))
}

test('every service of the compose file is started again and tells its health', () => {
  const all = services()
  expect([...all.keys()]).toEqual(['postgres', 'nats', 'node-1', 'node-2'])
  for (const [name, text] of all) {
    expect(text, name).toMatch(/^ {4}restart: unless-stopped$/m)
    expect(text, name).toMatch(/^ {4}(healthcheck:|build: .*docker\/Dockerfile)/m)
  }
  for (const name of ['node-1', 'node-2'])
    expect(all.get(name)?.match(/^ {6}\w+: \{ condition: service_healthy \}$/gm), name).toHaveLength(2)
  // What the nodes are built from says how they tell it.
  expect(read('Dockerfile')).toMatch(/^HEALTHCHECK [^\n]*\\\n {2}CMD [^\n]*\/health\/ready/m)
})
