// More calls at once than a node serves: the further ones are refused at once and may come again.
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { answerError } from '#platform/http/answer-error.ts'
import { limitUnderWay } from './under-way.ts'

test('calls beyond the limit get 503 with Retry-After; health and live streams are not counted', async () => {
  const app = Fastify()
  app.setErrorHandler(answerError)
  limitUnderWay(app, 2)
  const open: (() => void)[] = []
  const later = () => new Promise(ok => open.push(() => ok({ success: true })))
  for (const path of ['/slow', '/health/ready', '/cms/v1/team/1/events']) app.get(path, later)
  const ask = (url: string) => app.inject(url).then(r => r)
  const first = [ask('/slow'), ask('/slow'), ask('/health/ready'), ask('/cms/v1/team/1/events')]
  await expect.poll(() => open.length).toBe(4)
  const refused = await ask('/slow')
  expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
    503,
    '5',
    { success: false, message: 'The server has too much to do at the moment. Please try again.' },
  ])
  for (const end of open.splice(0)) end()
  expect((await Promise.all(first)).map(r => r.statusCode)).toEqual([200, 200, 200, 200])
  const again = ask('/slow')
  await expect.poll(() => open.length).toBe(1)
  open[0]?.()
  expect((await again).statusCode).toBe(200)
  await app.close()
})
