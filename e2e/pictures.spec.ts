// A picture of the README or of the guide is old once its screen has other headings, buttons, fields or columns, or looks
// otherwise. `npm run pictures` takes all of them anew and keeps what is seen here.
import { globSync } from 'node:fs'
import { keepOutlines, readOutlines, sumOf } from '../tools/picture-outlines.ts'
import { outlineOf, pose, shots } from '../tools/picture-shots.ts'
import { test } from './stage.ts'
import { expect } from './test.ts'

const AGAIN = 'npm run pictures makes it anew'

test('no picture is older than its screen', async ({ stage }) => {
  const look = await stage.look()
  const { page } = look
  const { place } = stage
  await page.emulateMedia({ colorScheme: 'light' })
  const kept = readOutlines()
  const shown = {
    sessionId: stage.endedId,
    chargerPk: place.world.chargers.dc.pk,
    roleId: place.world.one.roles.Operator,
    month: '2025-01',
  }
  const seen: Record<string, string[]> = {}
  for (const shot of shots) {
    look.path = shot.path(shown)
    await pose(page, place.url, shot, shown)
    seen[shot.file] = await outlineOf(page)
    if (!process.env.KEEP_PICTURES)
      expect.soft(seen[shot.file], `${shot.file} is older than its screen: ${AGAIN}`).toEqual(kept[shot.file]?.outline)
  }
  if (process.env.KEEP_PICTURES) keepOutlines(seen)
})

test('every picture is the one that was kept, and none is left over', () => {
  const kept = readOutlines()
  expect(Object.keys(kept).sort()).toEqual(globSync('docs/{,guide/}pictures/*.webp').sort())
  expect(Object.keys(kept).sort()).toEqual(shots.map(s => s.file).sort())
  for (const [file, { sum, outline }] of Object.entries(kept)) {
    expect(sumOf(file), `${file} was changed by hand: ${AGAIN}`).toBe(sum)
    expect(outline.length, file).toBeGreaterThan(15)
  }
})
